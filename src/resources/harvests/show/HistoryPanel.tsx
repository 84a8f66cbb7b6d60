import { useState } from 'react';
import { harvests as calls } from '../../../../domain/harvests/contract';
import type { HarvestChange } from '../../../../domain/harvests/harvest';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { momentHere } from '../../../ui/reader-dates';
import css from '../harvests.module.css';

/** Who changed what of a harvest, newest first; read once it is asked for. */
export function HistoryPanel({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="History"
      actions={
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide history' : 'Show history'}
        </Button>
      }
    >
      {isOpen && <Changes id={id} />}
    </Panel>
  );
}

function Changes({ id }: { id: number }) {
  const query = useCallQuery(calls.get, { params: { id }, query: { includeAudit: 'true' } }, { topics: ['harvests'] });
  return (
    <QueryState
      query={query}
      failure="We couldn’t read the history."
      isEmpty={({ audit }) => (audit ?? []).length === 0}
      empty={<p className="v-hint">No changes yet.</p>}
    >
      {({ audit }) => (
        <ol className={css.list} aria-label="Changes">
          {(audit ?? []).map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
      )}
    </QueryState>
  );
}

function Change({ change: { at, by, action, changes } }: { change: HarvestChange }) {
  return (
    <li>
      <span className={css.what}>
        <b>{action}</b>
        {changes.map(({ field, before, after }) => (
          <span key={field}>
            {field}: {before || '—'} → {after || '—'}
          </span>
        ))}
      </span>
      <span className="v-hint">
        <time dateTime={at}>{momentHere(at)}</time> by {by}
      </span>
    </li>
  );
}
