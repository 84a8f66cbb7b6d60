import { shortDay } from '../../../../domain/dates';
import { formatNumber } from '../../../../domain/money';
import { type SharedBrand, shareStanding } from '../../../../domain/network/shared-brand';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { CopyableId } from '../../../ui/CopyableId';
import type { GridColumn } from '../../../ui/grid';
import { Picture } from '../../../ui/Picture';
import { Pill, type PillProps } from '../../../ui/Pill';
import { dateHere } from '../../../ui/reader-dates';
import css from './shares.module.css';

const LOOKS: Readonly<Record<string, Omit<PillProps, 'children'>>> = {
  Requested: { tone: 'progress', mark: 'clock' },
  Shared: { tone: 'positive' },
  Disabled: { tone: 'warning', mark: 'slash' },
  Refused: { tone: 'negative' },
};

/** What a share is now. */
export function SharePill({ share }: { share: SharedBrand }) {
  const said = shareStanding(share);
  return <Pill {...(LOOKS[said] ?? { mark: 'slash' })}>{said}</Pill>;
}

/** Who asked or answered, as far as the reader may know, and when. */
function lastStep({ status, ...share }: SharedBrand): string {
  const by = (who: string | null) => (who === null ? '' : ` by ${who}`);
  if (status === 'REQUESTED' && share.requested) return `Asked ${dateHere(share.requested)}${by(share.requestedBy)}`;
  if (status === 'EXPIRED' && share.requested) return `Asked ${dateHere(share.requested)}, not answered`;
  if (status === 'REFUSED' && share.answered) return `Refused ${dateHere(share.answered)}${by(share.answeredBy)}`;
  if (status === 'ENDED' && share.ended) return `Ended ${dateHere(share.ended)}${by(share.endedBy)}`;
  return share.answered ? `Shared ${dateHere(share.answered)}${by(share.answeredBy)}` : '';
}

const nextStep = ({ side, status, expires, askAgain, owner }: SharedBrand): string => {
  if (status === 'REQUESTED' && expires) return `Lapses ${dateHere(expires)}`;
  if (side === 'OWNER' && askAgain) return `Ask again from ${shortDay(askAgain)}`;
  return status === 'SHARED' && owner === null ? 'Nobody has the brand yet' : '';
};

const brandColumn = nameColumn<SharedBrand>('brand', 'Brand', {
  cell: ({ brand }) => (
    <span className={css.name}>
      <Picture src={brand.profileImageUri} name={brand.name} size={24} />
      <span>{brand.name}</span>
    </span>
  ),
  value: ({ brand }) => brand.name,
  width: 220,
});

const common: readonly GridColumn<SharedBrand>[] = [
  {
    id: 'status',
    header: 'Status',
    cell: (share) => <SharePill share={share} />,
    value: shareStanding,
    width: 132,
    sortable: true,
    card: 'lead',
  },
  {
    id: 'packages',
    header: 'Packages',
    cell: ({ packageCountEstimate }) => formatNumber(packageCountEstimate),
    value: ({ packageCountEstimate }) => packageCountEstimate,
    align: 'end',
    width: 104,
    sortable: true,
  },
  textColumn('last', 'What happened', lastStep, { width: 250 }),
  textColumn('next', 'What’s next', nextStep, { width: 200 }),
];

/** Columns for the license’s holder. */
export const holderColumns: readonly GridColumn<SharedBrand>[] = [
  brandColumn,
  textColumn('owner', 'Owner', ({ owner }) => owner?.name, { width: 200, sortable: true, card: 'lead' }),
  ...common,
  {
    id: 'link',
    header: 'Invite link',
    cell: ({ inviteLink }) => inviteLink && <CopyableId value={inviteLink} label="Copy the link" isShown={false} />,
    value: ({ inviteLink }) => inviteLink,
    width: 104,
    card: 'hidden',
  },
];

/** Columns for the brand’s owner. */
export const ownerColumns: readonly GridColumn<SharedBrand>[] = [
  nameColumn<SharedBrand>('holder', 'Business', { cell: ({ holder }) => holder.name, width: 220 }),
  textColumn('license', 'License', ({ license }) => license.displayName, { width: 176, sortable: true, card: 'lead' }),
  ...common,
];
