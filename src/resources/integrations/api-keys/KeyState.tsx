import { type ApiKey, expiresSoon, KEY_STATES, type KeyState } from '../../../../domain/api-keys/api-key';
import { Pill, type PillProps } from '../../../ui/Pill';

const LOOKS: Record<KeyState, Omit<PillProps, 'children'>> = {
  ACTIVE: { tone: 'positive' },
  EXPIRED: { tone: 'warning', mark: 'clock' },
  REVOKED: { tone: 'neutral', mark: 'slash' },
  PAUSED: { tone: 'warning' },
};

/** A key's state; of one that still works, also that it soon won't. */
export function KeyStatePill({ state, expiresAt }: Pick<ApiKey, 'state' | 'expiresAt'>) {
  if (state !== 'ACTIVE' || !expiresSoon(new Date(expiresAt), new Date())) {
    return <Pill {...LOOKS[state]}>{KEY_STATES[state]}</Pill>;
  }
  return (
    <Pill tone="warning" mark="clock">
      Expires soon
    </Pill>
  );
}

/** How a key is recognized: its beginning and end. */
export const shownKey = ({ prefix, ending }: Pick<ApiKey, 'prefix' | 'ending'>): string => `${prefix}…${ending}`;
