import { reconciliation as calls } from '../../../../domain/inventory/reconciliation/contract';
import { type TrackingDifference, whyNotAccept } from '../../../../domain/inventory/reconciliation/difference';
import type { ListBulk } from '../../../kit/list';

/** Bulk actions on differences. */
export const differenceBulk: ListBulk<TrackingDifference, typeof calls.bulk> = {
  call: calls.bulk,
  label: 'Settle',
  nothingOpen: 'Nothing of the tracking system can be accepted here.',
  acts: [
    {
      act: 'accept',
      title: 'Accept theirs for #',
      outcome: 'settled with the tracking system’s figure',
      review: (many) => `${many} will be settled with the tracking system’s figure. Stock of mapped products follows.`,
      isOpenTo: (row) => whyNotAccept(row) === null,
    },
  ],
};
