import { anyOf, read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

const PATH = 'account/integrations/accounting/:companyId';

/** A company and its books: what is mapped, how both compare, and what was changed there. */
export const accounting: Manifest = {
  name: 'accounting',
  label: 'Accounting',
  app: 'account',
  part: 'accounting',
  requires: anyOf(read('ORDER_PAYMENTS'), read('EDIT_ORGANIZATION')),
  screens: [
    {
      path: `${PATH}/problems`,
      title: 'Not Sent to the Books',
      load: () => import('./ProblemList'),
      requires: read('ORDER_PAYMENTS'),
      isUnlisted: true,
    },
  ],
};
