import { DELIVERIES_KEPT_DAYS, type EndpointState, type WebhookEndpoint } from './endpoint';

/** How an endpoint is: its state, or that it is failing. */
export type EndpointHealth = EndpointState | 'FAILING';

export const ENDPOINT_HEALTH: Record<EndpointHealth, string> = {
  ACTIVE: 'Active',
  FAILING: 'Failing',
  PAUSED: 'Paused',
  DISABLED: 'Switched off',
};

export const healthOf = ({ state, failingSince }: Pick<WebhookEndpoint, 'state' | 'failingSince'>): EndpointHealth =>
  state === 'ACTIVE' && failingSince !== null ? 'FAILING' : state;

/** What people call an endpoint: what they wrote about it, else where it is. */
export function endpointName({
  kind,
  description,
  url,
}: Pick<WebhookEndpoint, 'kind' | 'description' | 'url'>): string {
  if (description !== '') return description;
  return kind === 'RECEIVER' ? 'Test receiver' : URL.canParse(url) ? new URL(url).host : url;
}

/** What can be sent again. */
export const KEPT_TEXT = `The last ${DELIVERIES_KEPT_DAYS} days are kept.`;
