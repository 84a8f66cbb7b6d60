import { read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** Incoming deliveries, confirmed package by package. */
export const intakes: Manifest = {
  name: 'intakes',
  label: 'Intakes',
  app: 'fulfillment',
  part: 'tracking',
  requires: read('INTAKES'),
  keeps: [
    {
      kind: 'confirm-package',
      load: async () => (await import('./dock/confirm-package')).confirmPackage,
      nouns: ['scan', 'scans'],
    },
  ],
  screens: [
    {
      path: 'fulfillment',
      title: 'Intakes',
      load: () => import('./IntakeList'),
      action: 'list',
      nav: { icon: 'truck', order: 1, needs: ['license'] },
    },
    {
      path: 'fulfillment/intakes/:slug?',
      title: 'Intake',
      load: () => import('./IntakePage'),
      action: 'show',
    },
  ],
};
