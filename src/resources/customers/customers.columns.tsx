import { CREDIT_STATES, type CreditState, creditStateOf } from '../../../domain/customers/credit';
import type { CustomerRow } from '../../../domain/customers/customer';
import { formatUsd, sum } from '../../../domain/money';
import type { GridColumn } from '../../ui/grid';
import { Pill, type PillProps } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import { CustomerLink } from './CustomerLink';

const CREDIT: Record<CreditState, Pick<PillProps, 'tone' | 'mark'>> = {
  HOLD: { tone: 'negative', mark: 'slash' },
  OVER: { tone: 'negative', mark: 'plus' },
  NEAR: { tone: 'warning', mark: 'most' },
  OK: { tone: 'positive', mark: 'check' },
};

/** How a customer's credit looks at a glance, and whether they pay late. */
export function CreditPills({ customer }: { customer: Pick<CustomerRow, CreditParts> }) {
  const state = creditStateOf(customer);
  return (
    <>
      <Pill {...CREDIT[state]}>{CREDIT_STATES[state]}</Pill>
      {customer.delinquent && (
        <Pill tone="warning" mark="clock">
          Delinquent
        </Pill>
      )}
    </>
  );
}
type CreditParts = 'onHold' | 'creditLimitUsd' | 'exposureUsd' | 'delinquent';

const namesOf = ({ managers }: CustomerRow) => managers.map(({ displayName }) => displayName).join(', ');
const limitOf = ({ creditLimitUsd: limit }: CustomerRow) => (limit === null ? '' : formatUsd(limit));

/** The days a customer has to pay, in the words of the trade; '' where the payment option decides. */
export const termsOf = ({ paymentTermsDays: days }: Pick<CustomerRow, 'paymentTermsDays'>) =>
  days === null ? '' : days === 0 ? 'On acceptance' : `Net ${days}`;

export const customerColumns: readonly GridColumn<CustomerRow>[] = [
  {
    id: 'displayName',
    header: 'Name',
    cell: (row) => <CustomerLink customer={row} />,
    value: ({ name }) => name,
    width: 212,
    sortable: true,
    pinned: true,
    hideable: false,
    card: 'title',
  },
  { id: 'license', header: 'License', cell: ({ license }) => license?.licenseNumber ?? '', width: 150, card: 'hidden' },
  {
    id: 'customerStatus',
    header: 'Status',
    cell: ({ customerStatus }) => customerStatus?.name ?? '',
    width: 124,
    sortable: true,
  },
  {
    id: 'serviceZone',
    header: 'Zone',
    cell: ({ serviceZone }) => serviceZone?.name ?? '',
    width: 124,
    sortable: true,
    card: 'hidden',
  },
  { id: 'managers', header: 'Managers', cell: namesOf, width: 140, card: 'hidden' },
  {
    id: 'credit',
    header: 'Credit',
    cell: (row) => <CreditPills customer={row} />,
    value: (row) => `${CREDIT_STATES[creditStateOf(row)]}${row.delinquent ? ', delinquent' : ''}`,
    width: 180,
    card: 'lead',
  },
  {
    id: 'exposureUsd',
    header: 'Owes',
    cell: ({ exposureUsd }) => formatUsd(exposureUsd),
    value: ({ exposureUsd }) => Number(exposureUsd),
    align: 'end',
    width: 124,
    summary: (rows) => formatUsd(sum(rows.map(({ exposureUsd }) => exposureUsd))),
  },
  {
    id: 'creditLimitUsd',
    header: 'Credit limit',
    cell: limitOf,
    align: 'end',
    width: 124,
    sortable: true,
    card: 'hidden',
  },
  { id: 'terms', header: 'Terms', cell: termsOf, width: 104, card: 'hidden' },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone, width: 136, card: 'hidden' },
  { id: 'email', header: 'Email', cell: ({ email }) => email, width: 280, card: 'hidden' },
  { id: 'address', header: 'Address', cell: ({ address }) => address, width: 260, hidden: true },
  {
    id: 'created',
    header: 'Created',
    cell: ({ created }) => dateHere(created),
    value: ({ created }) => new Date(created),
    width: 112,
    sortable: true,
    hidden: true,
  },
];
