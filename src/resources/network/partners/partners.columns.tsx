import type { PartnerSide, PartnerState } from '../../../../domain/network/partner';
import type { Partner } from '../../../../domain/network/partners-contract';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Picture } from '../../../ui/Picture';
import { Pill, type PillProps } from '../../../ui/Pill';
import { dateHere } from '../../../ui/reader-dates';
import css from '../network.module.css';

/** What a state is called, and looks like. */
export const STATES: Record<PartnerState, PillProps & { children: string }> = {
  REQUESTED: { tone: 'progress', mark: 'clock', children: 'Requested' },
  ACCEPTED: { tone: 'positive', children: 'Partner' },
  REFUSED: { tone: 'negative', children: 'Refused' },
  RESCINDED: { mark: 'slash', children: 'Withdrawn' },
  EXPIRED: { tone: 'warning', mark: 'clock', children: 'Expired' },
  ENDED: { mark: 'slash', children: 'Ended' },
};

/** What is next with a partner, or what became of it, with its day. */
export function nextText(partner: Partner): string {
  const { side, status, expiresAt, answeredAt, endsAt, endedAt, endedBy, askAgainAt } = partner;
  if (askAgainAt) return `You can ask again from ${dateHere(askAgainAt)}`;
  switch (status) {
    case 'REQUESTED':
      return expiresAt ? `${side === 'OWNER' ? 'Answer' : 'They answer'} by ${dateHere(expiresAt)}` : '';
    case 'ACCEPTED':
      if (endsAt) return `Ends ${dateHere(endsAt)}`;
      return answeredAt ? `Since ${dateHere(answeredAt)}` : '';
    case 'REFUSED':
      return answeredAt ? `Refused ${dateHere(answeredAt)}` : '';
    case 'EXPIRED':
      return expiresAt ? `Expired ${dateHere(expiresAt)}` : '';
    case 'RESCINDED':
      return endedAt ? `Withdrawn ${dateHere(endedAt)}` : '';
    case 'ENDED': {
      const by = endedBy && (endedBy === side ? ' by you' : ' by them');
      const at = endedAt ?? endsAt;
      return at ? `Ended${by ?? ''} ${dateHere(at)}` : 'Ended';
    }
  }
}

const brand = nameColumn<Partner>('brand', 'Brand', {
  cell: ({ brand: { name, profileImageUri } }) => (
    <span className={css.name}>
      <Picture src={profileImageUri} name={name} size={24} />
      {name}
    </span>
  ),
  value: ({ brand: { name } }) => name,
  width: 240,
});

const status: GridColumn<Partner> = {
  id: 'status',
  header: 'Status',
  cell: ({ status, side }) =>
    status === 'REQUESTED' && side === 'OWNER' ? (
      <Pill tone="warning" mark="alert">
        Waiting for you
      </Pill>
    ) : (
      <Pill {...STATES[status]} />
    ),
  value: ({ status }) => STATES[status].children,
  width: 150,
  sortable: true,
  card: 'lead',
};

/** The columns of a side's list, sorted in the browser. */
export const columnsOf = (side: PartnerSide): readonly GridColumn<Partner>[] => [
  brand,
  side === 'OWNER'
    ? textColumn('partner', 'Organization', ({ partner }) => partner.name, { width: 220, sortable: true, card: 'lead' })
    : textColumn('owner', 'Owner', ({ owner }) => owner.name, { width: 220, sortable: true, card: 'lead' }),
  status,
  textColumn('next', 'Next', nextText, { width: 240 }),
  textColumn(
    'packages',
    side === 'OWNER' ? 'Sees your packages' : 'You see their packages',
    ({ status, canViewPackages }) => (status === 'ACCEPTED' ? (canViewPackages ? 'Yes' : 'No') : ''),
    { width: 190, sortable: true },
  ),
  textColumn('message', 'Message', ({ message }) => message, { width: 320, card: 'hidden' }),
  dayColumn('asked', 'Asked', ({ requestedAt }) => requestedAt ?? '', {
    cell: ({ requestedAt }) => (requestedAt ? dateHere(requestedAt) : ''),
    value: ({ requestedAt }) => (requestedAt ? new Date(requestedAt) : null),
    sortable: true,
    card: 'hidden',
  }),
];
