import { termsText } from '../../../domain/customers/credit';
import type { CustomerRow } from '../../../domain/customers/customer';
import { dayColumn, dollarsColumn, nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { CreditPills, creditText } from './CreditPills';
import { CustomerLink } from './CustomerLink';

const card = 'hidden';
const sortable = true;

/** Customer columns; sortable ones use the platform's sort names as ids. */
export const customerColumns: readonly GridColumn<CustomerRow>[] = [
  nameColumn('displayName', 'Name', {
    cell: (row) => <CustomerLink customer={row} />,
    value: ({ name }) => name,
    width: 212,
  }),
  textColumn('license', 'License', ({ license }) => license?.licenseNumber, { width: 150, card }),
  textColumn('customerStatus', 'Status', ({ customerStatus }) => customerStatus?.name, { width: 124, sortable }),
  textColumn('serviceZone', 'Zone', ({ serviceZone }) => serviceZone?.name, { width: 124, sortable, card }),
  textColumn('managers', 'Managers', ({ managers }) => managers.map((one) => one.displayName).join(', '), { card }),
  {
    id: 'credit',
    header: 'Credit',
    cell: (row) => <CreditPills customer={row} />,
    value: creditText,
    width: 180,
    card: 'lead',
  },
  dollarsColumn('exposureUsd', 'Owes', ({ exposureUsd }) => exposureUsd, { totaled: true }),
  dollarsColumn('creditLimitUsd', 'Credit limit', (row) => row.creditLimitUsd, { sortable, card }),
  textColumn('terms', 'Terms', termsText, { width: 104, card }),
  textColumn('phone', 'Phone', ({ phone }) => phone, { width: 136, card }),
  textColumn('email', 'Email', ({ email }) => email, { width: 280, card }),
  textColumn('address', 'Address', ({ address }) => address, { width: 260, hidden: true }),
  dayColumn('created', 'Created', ({ created }) => created, { sortable, hidden: true }),
];
