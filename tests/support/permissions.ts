/** May see and change. */
export const both = { read: true, write: true };

/** May see but not change. */
export const readOnly = { read: true, write: false };
