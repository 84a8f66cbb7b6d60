import { expect, it } from 'vitest';
import { signedIn } from '../../../domain/access/ability';
import type { Manifest } from '../../../src/providers/manifest';
import { refreshAccess } from '../../../src/providers/session/session-store';
import { entry, openAt, screen } from '../support/app';

it('a count that changes together with what a person may do is read again', async () => {
  let waiting = 3;
  let changed = () => {};
  const notes: Manifest = {
    name: 'notes',
    label: 'Notes',
    app: 'inventory',
    requires: signedIn,
    screens: [{ path: 'notes', title: 'Notes', load: screen('Notes'), nav: { icon: 'leaf' } }],
    badge: {
      path: '/notes',
      meaning: 'waiting',
      count: async () => waiting,
      changes(again) {
        changed = again;
        return () => {};
      },
    },
  };
  await openAt('/orders', [notes]);
  await expect.element(entry(/3 waiting/)).toBeVisible();
  waiting = 2;
  changed();
  await refreshAccess();
  await expect.element(entry(/2 waiting/)).toBeVisible();
});
