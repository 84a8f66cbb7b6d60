import { useEffect, useRef, useState } from 'react';
import { isBooksPage } from '../../../../domain/accounting/connection';
import { type BooksConnection, accounting as calls } from '../../../../domain/accounting/connection-contract';
import { useCan } from '../../../access/useCan';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { isAskedElsewhere } from '../../../providers/session/refusals';
import { useResumable } from '../../../providers/session/resume';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { EmptyState } from '../../../ui/states';
import css from '../integrations.module.css';
import { BooksRow } from './BooksRow';
import type { Company } from './company';
import { DisconnectDialog } from './DisconnectDialog';
import { SettingsDrawer } from './SettingsDrawer';
import { type BooksReturn, useBooksReturn } from './useBooksReturn';

type Open = { kind: 'settings' | 'disconnect'; company: Company; connection: BooksConnection };

/** The seller companies, each with its books: connect, change settings, disconnect. */
export function CompaniesBooks({ mayChange }: { mayChange: boolean }) {
  const { organization } = useSession();
  const planFallsShort = useCan().whyNot(calls.connect.requires);
  const back = useBooksReturn();
  const { connect, busyId, failure } = useConnect();
  const [open, setOpen] = useState<Open | null>(null);
  const companies = organization?.companies ?? [];
  const close = () => setOpen(null);
  if (companies.length === 0) {
    return (
      <EmptyState
        icon="store"
        title="Nothing to connect"
        hint="Accounting is for sellers. Your companies appear here."
      />
    );
  }
  return (
    <>
      <ReturnNote back={back} />
      {mayChange && planFallsShort && <p className={css.note}>{planFallsShort}</p>}
      <ul className={css.rows}>
        {companies.map((company) => (
          <BooksRow
            key={company.companyId}
            company={company}
            mayChange={mayChange}
            isBusy={busyId === company.companyId || back.isFinishing}
            failure={failure?.companyId === company.companyId ? failure.message : null}
            onConnect={() => void connect(company)}
            onOpen={(kind, connection) => setOpen({ kind, company, connection })}
          />
        ))}
      </ul>
      {open?.kind === 'settings' && <SettingsDrawer {...open} onClose={close} />}
      {open?.kind === 'disconnect' && <DisconnectDialog {...open} onClose={close} />}
    </>
  );
}

/** Sends a person to the accounting service's page; a plan that lacks it is asked for first. */
function useConnect() {
  const { run } = useCall(calls.connect, { showsErrors: true });
  const [busyId, setBusyId] = useState<number | null>(null);
  const [failure, setFailure] = useState<{ companyId: number; message: string } | null>(null);
  const begin = useResumable('integrations.connect-books', async ({ companyId }: Company) => {
    setBusyId(companyId);
    const page = await run({ params: { companyId }, query: { systemType: 'quickbooks' } });
    setBusyId(null);
    if (!page.ok) throw page.error;
    const { url } = page.value;
    if (!isBooksPage(url, { own: location.origin }))
      throw new Error('The accounting service gave an address that isn’t safe.');
    location.assign(url);
  });
  const connect = async ({ companyId, name }: Company) => {
    setFailure(null);
    try {
      await begin({ companyId, name }, `connect the books of ${name}`);
    } catch (error) {
      if (!isAskedElsewhere(error)) setFailure({ companyId, message: messageOf(error) });
    }
  };
  return { connect, busyId, failure };
}

function ReturnNote({ back: { isFinishing, news, onRetry, onDismiss } }: { back: BooksReturn }) {
  const isFailed = news?.status === 'failed';
  const box = useRef<HTMLDivElement>(null);
  // Whoever comes back is at the top of the page.
  useEffect(() => {
    if (news) box.current?.scrollIntoView({ block: 'center' });
  }, [news]);
  return (
    <div ref={box} className={css.newsPlace} role={isFailed ? 'alert' : 'status'}>
      {isFinishing && <p className={css.note}>Connecting to the books…</p>}
      {!isFinishing && news && (
        <div className={`${css.news} ${isFailed ? css.newsFailed : ''}`}>
          <Icon name={isFailed ? 'warning' : 'check'} />
          <p>{news.message}</p>
          {onRetry ? (
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          ) : (
            <Button onClick={onDismiss}>Dismiss</Button>
          )}
        </div>
      )}
    </div>
  );
}
