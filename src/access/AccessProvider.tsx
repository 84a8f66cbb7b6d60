import { AbilityProvider } from '@casl/react';
import type { ReactNode } from 'react';
import { abilityOf } from '../../domain/access/ability';
import { useSessionState } from '../providers/session';

const NOBODY = abilityOf(null);

/** Gives all below it what the person signed in may do. */
export function AccessProvider({ children }: { children: ReactNode }) {
  const state = useSessionState();
  return <AbilityProvider value={state.status === 'signed-in' ? state.ability : NOBODY}>{children}</AbilityProvider>;
}
