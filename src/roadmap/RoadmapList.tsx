import { roadmap as calls } from '../../domain/roadmap/contract';
import { ageText, ROADMAP_SORTS, ROADMAP_STATUSES, type RoadmapRow, roadmapFilters } from '../../domain/roadmap/entry';
import { useCan } from '../access/useCan';
import { CreateButton, ResourceGrid, useListAddress } from '../kit/list';
import { dayColumn, nameColumn, textColumn } from '../kit/list/columns';
import type { GridColumn } from '../ui/grid';
import { lazyDialog } from '../ui/lazy';
import { PageFrame } from '../ui/PageFrame';
import { RoadmapPill } from './RoadmapPill';
import { pathOfEntry, roadmap } from './resource';

const SuggestDrawer = lazyDialog(async () => (await import('./EntryDrawers')).SuggestDrawer);
const WriteDrawer = lazyDialog(async () => (await import('./EntryDrawers')).WriteDrawer);

const SORTS = { by: ROADMAP_SORTS, first: 'status', desc: false } as const;

const saidText = ({ hasVoted, isFollowing }: RoadmapRow) =>
  hasVoted ? 'You voted' : isFollowing ? 'You follow it' : '';

const columns: readonly GridColumn<RoadmapRow>[] = [
  nameColumn('title', 'Entry', { cell: ({ title }) => title, width: 360 }),
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <RoadmapPill status={status} />,
    value: ({ status }) => ROADMAP_STATUSES[status],
    width: 164,
    sortable: true,
    card: 'lead',
  },
  {
    id: 'votes',
    header: 'Votes',
    cell: ({ votes }) => votes,
    value: ({ votes }) => votes,
    align: 'end',
    width: 88,
    sortable: true,
    card: 'end',
  },
  textColumn('mine', 'You', saidText, { width: 112, card: 'hidden' }),
  textColumn('statusSince', 'In this status for', ({ statusSince }) => ageText(statusSince, new Date()), {
    width: 156,
    sortable: true,
    card: 'hidden',
  }),
  textColumn('by', 'From', ({ by }) => by, { width: 180 }),
  dayColumn('created', 'Added', ({ created }) => created, { sortable: true, card: 'hidden' }),
];

/** What is planned, asked for and shipped. */
export default function RoadmapList() {
  const address = useListAddress(roadmapFilters, SORTS);
  const isStaff = useCan().can(calls.create.requires);
  const add = isStaff ? (
    <CreateButton label="Add an entry" requires={calls.create.requires} />
  ) : (
    <CreateButton label="Suggest something" requires={calls.suggest.requires} />
  );
  return (
    <PageFrame
      title="Roadmap"
      aside={<span className="v-hint">What we’re building, and what you ask for</span>}
      actions={add}
    >
      <ResourceGrid<RoadmapRow>
        resource={roadmap}
        label="Roadmap"
        noun={['entry', 'entries']}
        columns={columns}
        nameOf={({ title }) => `entry ${title}`}
        address={address}
        filters={roadmapFilters}
        search={{ label: 'Find by title or text', field: 'search' }}
        rowTone={({ status }) => (status === 'CLOSED' ? 'muted' : undefined)}
        empty={{
          title: 'Nothing on the roadmap yet',
          hint: 'Suggest what would help you. Others can vote for it.',
          action: add,
        }}
        pathOf={pathOfEntry}
        drawer={({ onClose }) =>
          isStaff ? <WriteDrawer.Part onClose={onClose} /> : <SuggestDrawer.Part onClose={onClose} />
        }
      />
    </PageFrame>
  );
}
