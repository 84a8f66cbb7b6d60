export const WEBHOOKS = '/account/integrations/webhooks';

export const pathOfEndpoint = ({ id }: { id: number }): string => `${WEBHOOKS}/${id}`;

export const CRUMBS = [
  { label: 'Integrations', to: '/account/integrations' },
  { label: 'Webhooks', to: WEBHOOKS },
] as const;
