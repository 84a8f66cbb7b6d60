import { listeners } from '../../providers/listeners';

export type Sheet = 'palette' | 'shortcuts';

const asked = listeners<Sheet>();

export const onAsked = asked.on;

/** Opens the command palette or the shortcut sheet from anywhere. */
export const openSheet = asked.emit;
