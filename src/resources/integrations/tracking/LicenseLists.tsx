import { useState } from 'react';
import { tracking } from '../../../../domain/integrations/contract';
import { LIST_STATES, type TrackingListRead } from '../../../../domain/integrations/tracking-lists';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { momentHere } from '../../../ui/reader-dates';
import { ErrorState, Skeleton } from '../../../ui/states';
import css from '../integrations.module.css';

type Props = { licenseId: number; name: string };

/** What a license's key may read at the tracking system, once somebody asks. */
export function LicenseLists({ licenseId, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="v-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        What its key can read
        <span className="v-hidden"> for {name}</span>
      </button>
      {isOpen && <Lists licenseId={licenseId} />}
    </>
  );
}

function Lists({ licenseId }: Pick<Props, 'licenseId'>) {
  const params = { orgId: useSession().scope?.orgId ?? 0, licenseId };
  const { data, error, refetch } = useCallQuery(tracking.licenseLists, { params }, { topics: ['organization', 'integrations'] });
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="120px" />;
  return (
    <dl className={css.lists}>
      {data.map((one) => (
        <div key={one.list}>
          <dt>{one.title}</dt>
          <dd className={isTrouble(one) ? css.problem : css.note}>{wordsOf(one)}</dd>
        </div>
      ))}
    </dl>
  );
}

const isTrouble = ({ state }: TrackingListRead) => state === 'REFUSED' || state === 'FAILED' || state === 'INCOMPLETE';

const wordsOf = ({ state, readUntil }: TrackingListRead): string =>
  state === 'READ' && readUntil !== null ? `Read ${momentHere(readUntil)}` : LIST_STATES[state];
