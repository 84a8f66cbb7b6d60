import type { AccessControlProvider } from '@refinedev/core';
import { type AppAbility, type Requirement, whyNot } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** Refine's access control, answered from the manifests and the ability. */
export function accessControlOf(manifests: readonly Manifest[], ability: () => AppAbility): AccessControlProvider {
  const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]));

  function requirement(resource: string | undefined, action: string): Requirement | undefined {
    const manifest = byName.get(resource ?? '');
    const screen = manifest?.screens.find((screen) => screen.action === action);
    if (action === 'list' || action === 'show') return screen?.requires ?? manifest?.requires;
    return screen?.requires ?? manifest?.writes;
  }

  return {
    can: async ({ resource, action }) => {
      const needed = requirement(resource, action);
      if (!needed) return { can: false, reason: `"${resource}" has no "${action}"` };
      const reason = whyNot(ability(), needed);
      return reason === null ? { can: true } : { can: false, reason };
    },
    // Not cached: answers are instant and change with the role.
    options: {
      buttons: { enableAccessControl: true, hideIfUnauthorized: true },
      queryOptions: { staleTime: 0, gcTime: 0 },
    },
  };
}
