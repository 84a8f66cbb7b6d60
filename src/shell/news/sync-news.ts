import type { SignedIn } from '../../providers/session/session-state';
import { showSnack } from '../../providers/snackbar';

/** Says that a license's history was read, with a way to its packages. */
export function showSynced(id: number, { organization, ability }: SignedIn, open: (path: string) => unknown) {
  const license = organization?.licenses.find((one) => one.id === id);
  if (!license || !ability.can('read', 'INVENTORY')) return;
  showSnack({
    key: `synced-${id}`,
    status: 'success',
    message: `${license.name} is synced with the tracking system.`,
    timeoutMs: null,
    action: { label: 'Show its packages', run: () => void open(`/inventory?licenseIds=${id}`) },
  });
}
