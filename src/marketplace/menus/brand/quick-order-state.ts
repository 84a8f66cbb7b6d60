/** The state of a menu's address that opens its quick order, with the lines left to correct. */
export const QUICK_ORDER = { opensQuickOrder: true };

export const opensQuickOrder = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opensQuickOrder' in state;
