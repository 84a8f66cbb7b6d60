/** How a brand came to be shared at a license. */
export const SHARE_ORIGINS = ['SHARED', 'REQUESTED', 'AUTO'] as const;
export type ShareOrigin = (typeof SHARE_ORIGINS)[number];

/** What became of a share or a request for one. A SHARED one shows packages only while it is enabled. */
export const SHARE_STATES = ['REQUESTED', 'SHARED', 'REFUSED', 'RESCINDED', 'EXPIRED', 'ENDED'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** What of another organization’s packages was read: a list of them, one, or a file. */
export const READ_KINDS = ['LIST', 'PACKAGE', 'FILE'] as const;
export type ReadKind = (typeof READ_KINDS)[number];
