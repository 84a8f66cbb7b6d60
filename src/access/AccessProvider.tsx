import { AbilityProvider } from '@casl/react';
import type { ReactNode } from 'react';
import { abilityOf } from '../../domain/access/ability';
import { useSessionState } from '../providers/session';

const NOBODY = abilityOf(null);

/** Provides the signed-in person's permissions. */
export function AccessProvider({ children }: { children: ReactNode }) {
  const state = useSessionState();
  return <AbilityProvider value={state.status === 'signed-in' ? state.ability : NOBODY}>{children}</AbilityProvider>;
}
