import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { readId } from '../../domain/contract/endpoint';
import { roadmap as calls } from '../../domain/roadmap/contract';
import { ageText, type RoadmapEntry, type RoadmapRow } from '../../domain/roadmap/entry';
import { Can } from '../access/useCan';
import { QueryState } from '../kit/form/QueryState';
import { Panel, PanelSkeleton, RecordColumns, type RecordHead, RecordSkeleton } from '../kit/record/RecordPage';
import { CallError } from '../providers/call/call-errors';
import { useKnownRow } from '../providers/refine/known-row';
import { askForOne } from '../providers/refine/look-ahead';
import { useResourceOne } from '../providers/refine/use-resource';
import { ErrorScreen } from '../shell/errors/ErrorScreen';
import { ShareLink } from '../shell/ShareLink';
import { Facts } from '../ui/Facts';
import { PageFrame } from '../ui/PageFrame';
import { dateHere } from '../ui/reader-dates';
import { EmptyState } from '../ui/states';
import { EntryVotes } from './EntryVotes';
import { RoadmapPill } from './RoadmapPill';
import { pathOfEntry, roadmap } from './resource';
import styles from './roadmap.module.css';

const StaffActs = lazy(() => import('./StaffActs'));

export function ahead({ slug }: Readonly<Record<string, string | undefined>>): void {
  const id = readId(slug);
  if (id !== null) askForOne(roadmap, id);
}

/** An entry of the roadmap. */
export default function RoadmapShow() {
  const id = readId(useParams().slug) ?? undefined;
  const { result: data, query } = useResourceOne(roadmap, id);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (id === undefined || isGone) {
    return <ErrorScreen status={404} message="This entry doesn’t exist, or isn’t published yet." />;
  }
  return (
    <QueryState query={{ data, error: query.error, refetch: query.refetch }} skeleton={<EntrySkeleton id={id} />}>
      {(entry) => <EntryPage entry={entry} />}
    </QueryState>
  );
}

const headOf = ({ title, status }: RoadmapRow): RecordHead => ({
  title,
  breadcrumbs: [{ label: 'Roadmap', to: '/roadmap' }],
  aside: <RoadmapPill status={status} />,
});

function EntrySkeleton({ id }: { id: number }) {
  const row = useKnownRow([roadmap], (one) => one.id === id);
  const label = 'Loading the entry';
  if (!row) return <RecordSkeleton label={label} />;
  return (
    <RecordSkeleton label={label} head={headOf(row)} side={<EntryFacts entry={row} />}>
      <PanelSkeleton title="Votes" height="120px" />
    </RecordSkeleton>
  );
}

function EntryPage({ entry }: { entry: RoadmapEntry }) {
  const { title, text, mergedInto, updates } = entry;
  return (
    <PageFrame
      {...headOf(entry)}
      aside={
        <>
          <ShareLink path={pathOfEntry(entry)} />
          <RoadmapPill status={entry.status} />
        </>
      }
      actions={
        <Can requires={calls.changeStatus.requires}>
          <Suspense>
            <StaffActs entry={entry} />
          </Suspense>
        </Can>
      }
    >
      {mergedInto && (
        <p className={styles.notice}>
          This was merged into <Link to={pathOfEntry(mergedInto)}>{mergedInto.title}</Link>, which has its votes.
        </p>
      )}
      <RecordColumns side={<EntryFacts entry={entry} />}>
        {text && (
          <section className={styles.text} aria-label={title}>
            {text}
          </section>
        )}
        {!mergedInto && <EntryVotes entry={entry} />}
        <Panel title="History">
          {updates.length === 0 ? (
            <EmptyState
              icon="clock"
              title="No news yet"
              hint="Follow it, and we’ll tell you when its status changes."
            />
          ) : (
            <ol className={styles.items}>
              {updates.map(({ id, status, note, created }) => (
                <li key={id}>
                  <RoadmapPill status={status} />
                  <time className="v-hint" dateTime={created}>
                    {dateHere(created)}
                  </time>
                  <p>{note}</p>
                </li>
              ))}
            </ol>
          )}
        </Panel>
      </RecordColumns>
    </PageFrame>
  );
}

/** Who asked for it, and how long it has been where it is. */
function EntryFacts({ entry }: { entry: RoadmapRow & Partial<RoadmapEntry> }) {
  const { by, created, statusSince, updates = [], merged = [] } = entry;
  const [last] = updates;
  return (
    <Panel title="Details">
      <Facts
        facts={{
          From: by,
          Added: dateHere(created),
          'In this status for': ageText(statusSince, new Date()),
          'Last update': last && `${ageText(last.created, new Date())} ago`,
          Merged: merged.length > 0 && (
            <ul className={styles.plain}>
              {merged.map((one) => (
                <li key={one.id}>
                  <Link to={pathOfEntry(one)}>{one.title}</Link>
                </li>
              ))}
            </ul>
          ),
        }}
      />
    </Panel>
  );
}
