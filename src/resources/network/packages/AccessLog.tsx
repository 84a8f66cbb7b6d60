import { formatNumber } from '../../../../domain/money';
import { accessLogFilters, LOG_SIDES, READ_KIND_LABELS, type SharedRead } from '../../../../domain/network/access-log';
import { counted } from '../../../../domain/text';
import { ListLinks, ResourceGrid, useListAddress } from '../../../kit/list';
import { textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { momentHere } from '../../../ui/reader-dates';
import { accessLog } from './resource';

const SORTS = { by: ['last', 'packages'], first: 'last', desc: true } as const;

/** Who read our packages, and what we read of others; the other side reads the same. */
export default function AccessLog() {
  const address = useListAddress(accessLogFilters, SORTS);
  return (
    <PageFrame
      title="Access Log"
      aside={<span className="v-hint">The other organization sees the same</span>}
      actions={<ListLinks links={[{ to: '/network/stock', label: 'Brand stock' }]} />}
    >
      <ResourceGrid<SharedRead>
        resource={accessLog}
        label="Access log"
        noun={['reading', 'readings']}
        columns={logColumns}
        nameOf={({ person, last }) => `reading by ${person}, ${momentHere(last)}`}
        address={address}
        filters={accessLogFilters}
        empty={{
          title: 'Nobody has looked yet',
          hint: 'When someone reads packages by an agreement, who it was, when and how many appear here for both sides.',
        }}
      />
    </PageFrame>
  );
}

const logColumns: readonly GridColumn<SharedRead>[] = [
  textColumn('person', 'Person', ({ person }) => person, { width: 180, hideable: false, card: 'title' }),
  textColumn('reader', 'Of', ({ reader }) => reader.name, { width: 180, card: 'lead' }),
  textColumn('side', 'Whose packages', ({ side, holder }) => (side === 'OF_OURS' ? LOG_SIDES.OF_OURS : holder.name), {
    width: 180,
  }),
  textColumn('brand', 'Brand', ({ brand }) => brand.name, { width: 160 }),
  textColumn('kind', 'What', ({ kind }) => READ_KIND_LABELS[kind], { width: 120 }),
  {
    id: 'packages',
    header: 'Packages',
    cell: ({ packages }) => formatNumber(packages),
    value: ({ packages }) => packages,
    align: 'end',
    width: 104,
    sortable: true,
  },
  textColumn('times', 'Times', ({ times }) => counted(times, 'time'), { width: 96, card: 'hidden' }),
  {
    id: 'last',
    header: 'Last',
    cell: ({ last }) => momentHere(last),
    value: ({ last }) => new Date(last),
    width: 180,
    sortable: true,
  },
];
