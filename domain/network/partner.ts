/** What an organization and the owner of a brand are to each other. */
export const PARTNER_STATES = ['REQUESTED', 'ACCEPTED', 'REFUSED', 'RESCINDED', 'EXPIRED', 'ENDED'] as const;
export type PartnerState = (typeof PARTNER_STATES)[number];
