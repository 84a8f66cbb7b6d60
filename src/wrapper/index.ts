import { publicly } from '../../domain/access/ability';
import { CONFIRM_TRANSACTION } from '../../domain/wrapper/client';
import type { Manifest } from '../providers/manifest';

/** What the mobile app around the page needs. */
export const wrapper: Manifest = {
  name: 'wrapper',
  label: 'Mobile app',
  app: 'home',
  requires: publicly,
  screens: [
    {
      path: CONFIRM_TRANSACTION,
      title: 'Confirm your payment',
      load: () => import('./ConfirmTransaction'),
      isPublic: true,
      layout: 'empty',
    },
  ],
  slots: { wrapper: () => import('./WrapperLink') },
};
