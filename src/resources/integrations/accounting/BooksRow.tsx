import { Link } from 'react-router';
import { PAID_FEATURES } from '../../../../domain/access/plans';
import { PLAN_LABELS } from '../../../../domain/access/vocabulary';
import { type BooksHealth, booksHealth } from '../../../../domain/accounting/connection';
import type { BooksConnection } from '../../../../domain/accounting/connection-contract';
import { counted } from '../../../../domain/text';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { Pill, type PillTone } from '../../../ui/Pill';
import { dateHere, momentHere } from '../../../ui/reader-dates';
import { ErrorState, Skeleton } from '../../../ui/states';
import css from '../integrations.module.css';
import { companyBooks } from '../resource';
import type { Company } from './company';
import { BOOKS_LINKS } from './links';

const HEALTH: Record<BooksHealth, { label: string; tone: PillTone }> = {
  GOOD: { label: 'Connected', tone: 'positive' },
  ENDING: { label: 'Ends soon', tone: 'warning' },
  PAUSED: { label: 'Paused', tone: 'warning' },
  TROUBLED: { label: 'Not responding', tone: 'warning' },
  REFUSED: { label: 'Connect again', tone: 'negative' },
};

type BooksRowProps = {
  company: Company;
  mayChange: boolean;
  isBusy: boolean;
  failure: string | null;
  onConnect: () => void;
  onOpen: (kind: 'settings' | 'disconnect', connection: BooksConnection) => void;
};

/** A company and its books. */
export function BooksRow({ company, mayChange, isBusy, failure, onConnect, onOpen }: BooksRowProps) {
  const { companyId, name } = company;
  const { query, result: data } = useResourceOne(companyBooks, companyId);
  if (!data) {
    return (
      <li>
        {query.isError ? (
          <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height="56px" />
        )}
      </li>
    );
  }
  const { connection, isPaused } = data;
  const health = connection && booksHealth(connection, isPaused, Date.now());
  const asksAgain = health === 'REFUSED' || health === 'ENDING';
  return (
    <li>
      <div className={css.what}>
        <p className={css.name}>
          <strong>{name}</strong>
          {health ? <Pill tone={HEALTH[health].tone}>{HEALTH[health].label}</Pill> : <Pill>Not connected</Pill>}
        </p>
        {connection && health && <Health connection={connection} health={health} />}
        {failure && <FieldError>{failure}</FieldError>}
        {connection && BOOKS_LINKS.length > 0 && <Links companyId={companyId} connection={connection} />}
      </div>
      <div className={css.acts}>
        <Button
          disabled={!mayChange}
          busy={isBusy}
          onClick={() => (connection && !asksAgain ? onOpen('settings', connection) : onConnect())}
        >
          {connection ? (asksAgain ? 'Connect again' : 'Settings') : 'Connect'}
          <span className="v-hidden"> {name}</span>
        </Button>
        {connection && mayChange && (
          <button type="button" className="v-link" onClick={() => onOpen('disconnect', connection)}>
            Disconnect<span className="v-hidden"> {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

function Health({ connection, health }: { connection: BooksConnection; health: BooksHealth }) {
  const { externalName, checked, problem, ends, closedUntil } = connection;
  return (
    <>
      <p className={css.note}>
        “{externalName}”{checked && `, checked ${momentHere(checked)}`}.
        {closedUntil !== null && ` Closed through ${dateHere(`${closedUntil}T12:00:00Z`)}.`}
      </p>
      {health === 'PAUSED' && (
        <p className={css.problem}>
          Nothing is sent or read: accounting needs the {PLAN_LABELS[PAID_FEATURES.accounting.from]} plan or higher.
        </p>
      )}
      {health === 'ENDING' && ends && (
        <p className={css.problem}>This connection ends on {dateHere(ends)}. Connect again to renew it.</p>
      )}
      {problem !== null && <p className={css.problem}>{problem}</p>}
      <Todo {...connection} />
    </>
  );
}

/** What is left to do, in a sentence. */
function Todo({ counts: { problems, proposals, unmappedCustomers, unmappedProducts }, pushesFrom }: BooksConnection) {
  const left = [
    ...(problems > 0 ? [`${counted(problems, 'document')} not sent`] : []),
    ...(proposals > 0 ? [`${counted(proposals, 'change')} in the books to review`] : []),
    ...(unmappedCustomers > 0 ? [`${counted(unmappedCustomers, 'customer')} without a match`] : []),
    ...(unmappedProducts > 0 ? [`${counted(unmappedProducts, 'product')} without a match`] : []),
  ];
  return (
    <>
      {left.length > 0 && <p className={css.note}>{left.join(' · ')}</p>}
      {pushesFrom === null && <p className={css.note}>Invoices aren’t sent automatically.</p>}
    </>
  );
}

function Links({ companyId, connection }: { companyId: number; connection: BooksConnection }) {
  return (
    <p className={css.links}>
      {BOOKS_LINKS.map(({ path, label, count }) => {
        const left = count?.(connection.counts) ?? 0;
        return (
          <Link key={path} to={`/account/integrations/accounting/${companyId}/${path}`}>
            {label}
            {left > 0 && ` (${left.toLocaleString('en-US')})`}
          </Link>
        );
      })}
    </p>
  );
}
