import { choices, defineFilters, type FiltersOf, text } from '../filters';
import { finds } from '../search-text';
import type { WebhookEndpoint } from './endpoint';
import { ENDPOINT_HEALTH, type EndpointHealth, endpointName, healthOf } from './endpoint-words';

const HEALTHS = Object.keys(ENDPOINT_HEALTH) as [EndpointHealth, ...EndpointHealth[]];

export const endpointFilters = defineFilters({
  search: text('Endpoint'),
  health: choices(
    'Status',
    HEALTHS.map((value) => ({ value, label: ENDPOINT_HEALTH[value] })),
  ),
});

/** Whether an endpoint is among those asked for; the list is read whole. */
export function matchesEndpoint(endpoint: WebhookEndpoint, filters: FiltersOf<typeof endpointFilters>): boolean {
  const { search = '', health } = filters;
  if (health && !health.includes(healthOf(endpoint))) return false;
  return finds(search)(endpointName(endpoint), endpoint.url);
}
