/** What became of a register's import, as shown. */
export const REGISTER_IMPORT_STATES = { DRAFT: 'Draft', APPLIED: 'Applied', UNDONE: 'Undone' } as const;
export type RegisterImportState = keyof typeof REGISTER_IMPORT_STATES;

/** What an import does with a license, as shown. */
export const REGISTER_CHANGES = {
  ADDED: 'New',
  CHANGED: 'Changed',
  GONE: 'No longer listed',
  UNCHANGED: 'Unchanged',
  LEFT_OUT: 'Left out',
} as const;
export type RegisterChange = keyof typeof REGISTER_CHANGES;
