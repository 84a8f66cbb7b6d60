import { Link } from 'react-router';
import { APPROVAL_STATUSES, type ApprovalStatus } from '../../../../domain/carts/approvals/approval';
import type { ApprovalRow } from '../../../../domain/carts/approvals/contract';
import { dayColumn, dollarsColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Pill, type PillProps } from '../../../ui/Pill';

export const APPROVALS = '/orders/purchases/approvals';

const LOOKS: Record<ApprovalStatus, Pick<PillProps, 'tone' | 'mark'>> = {
  WAITING: { tone: 'info', mark: 'clock' },
  APPROVED: { tone: 'positive' },
  DECLINED: { tone: 'negative' },
  WITHDRAWN: { tone: 'neutral', mark: 'slash' },
};

export const ApprovalPill = ({ status }: { status: ApprovalStatus }) => (
  <Pill {...LOOKS[status]}>{APPROVAL_STATUSES[status]}</Pill>
);

/** Why an order needs approval, on its own. */
export const whyText = ({ why }: Pick<ApprovalRow, 'why'>): string => why.charAt(0).toUpperCase() + why.slice(1);

/** Columns of requests for approval, by the ids of sorts. */
export const approvalColumns: readonly GridColumn<ApprovalRow>[] = [
  nameColumn('seller', 'Seller', {
    cell: ({ id, sellerName }) => <Link to={`${APPROVALS}/${id}`}>{sellerName}</Link>,
    value: ({ sellerName }) => sellerName,
    width: 220,
  }),
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <ApprovalPill status={status} />,
    value: ({ status }) => APPROVAL_STATUSES[status],
    width: 130,
    card: 'lead',
  },
  dollarsColumn('total', 'Total', ({ totalUsd }) => totalUsd, { sortable: true, card: 'lead' }),
  textColumn('why', 'Needs approval', whyText, { width: 220 }),
  textColumn('license', 'For', ({ licenseName }) => licenseName, { width: 200, card: 'hidden' }),
  textColumn('who', 'Asked by', ({ askedBy }) => askedBy, { width: 170 }),
  dayColumn('asked', 'Asked', ({ askedAt }) => askedAt, { sortable: true }),
  textColumn('decided', 'Decided by', ({ decidedBy }) => decidedBy, { width: 170, card: 'hidden' }),
];
