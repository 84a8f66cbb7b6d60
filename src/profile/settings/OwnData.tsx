import { useState } from 'react';
import { session as calls } from '../../../domain/session/contract';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { useExportUnderWay } from '../../kit/list/export/export-file';
import { useExport } from '../../kit/list/export/useExport';
import { Button } from '../../ui/Button';
import css from '../profile.module.css';
import { DeleteAccount } from './DeleteAccount';

/** The person's own data: a copy of it, and the end of the account. */
export function OwnData() {
  const personOnly = usePersonOnly();
  const start = useExport('profile.export', calls.exportMine);
  const isUnderWay = useExportUnderWay() !== null;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <p className="muted">
        Your profile, memberships, connections, sessions, messages, and the orders, comments and problem reports you
        wrote, in one JSON file.
      </p>
      <div className={css.acts}>
        <Button
          icon="download"
          busy={isUnderWay}
          disabled={personOnly !== null}
          onClick={() => void start({}, 'download your data')}
        >
          Download your data
        </Button>
        <Button tone="danger" disabled={personOnly !== null} onClick={() => setDeleting(true)}>
          Delete account
        </Button>
        {personOnly && <WhyNot reason={personOnly} />}
      </div>
      {isDeleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </>
  );
}
