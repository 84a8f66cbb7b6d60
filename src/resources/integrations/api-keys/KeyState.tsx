import { type ApiKey, KEY_STATES, type KeyState } from '../../../../domain/api-keys/api-key';
import { Pill, type PillProps } from '../../../ui/Pill';

const LOOKS: Record<KeyState, Omit<PillProps, 'children'>> = {
  ACTIVE: { tone: 'positive' },
  EXPIRED: { tone: 'warning', mark: 'clock' },
  REVOKED: { tone: 'neutral', mark: 'slash' },
  PAUSED: { tone: 'warning' },
};

export const KeyStatePill = ({ state }: Pick<ApiKey, 'state'>) => <Pill {...LOOKS[state]}>{KEY_STATES[state]}</Pill>;

/** How a key is recognized: its beginning and end. */
export const shownKey = ({ prefix, ending }: Pick<ApiKey, 'prefix' | 'ending'>): string => `${prefix}…${ending}`;
