import { useState } from 'react';
import { bookPushes as calls, type PushedDocument, type PushProblem } from '../../../domain/accounting/push/contract';
import { formatUsd } from '../../../domain/money';
import { useCan } from '../../access/useCan';
import { QueryState } from '../../kit/form/QueryState';
import { Confirm } from '../../kit/form/questions/Confirm';
import { Panel } from '../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { isOffered } from '../../providers/settings';
import { Button } from '../../ui/Button';
import { Pill, type PillProps } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import { OrderMappings } from './OrderMappings';
import { MendButton } from './push/MendButton';
import { OrderErrors } from './push/OrderErrors';
import css from './push/push.module.css';

type OrderBooksProps = { order: { id: number; orderNumber: string; sellerCompany: { companyId: number } } };

/** An order's invoice and payments in its company's books; nothing where no books are connected or the reader may not see them. */
export function OrderBooks({ order }: OrderBooksProps) {
  const mayRead = useCan().can(calls.documents.requires);
  return isOffered('accounting') && mayRead ? <BooksSeen order={order} /> : null;
}

function BooksSeen({ order }: OrderBooksProps) {
  const { id: orderId, orderNumber, sellerCompany } = order;
  const { companyId } = sellerCompany;
  const orgId = useSession().scope?.orgId ?? 0;
  const params = { companyId, orderId };
  const query = useCallQuery(calls.documents, { params, query: { orgId } }, { topics: ['integrations', 'orders'] });
  const mayWrite = useCan().can(calls.push.requires);
  const push = useCall(calls.push, { failure: 'The order couldn’t be pushed.' });
  const undo = useCall(calls.undo, { showsErrors: true });
  const [errors, setErrors] = useState<readonly PushProblem[]>([]);
  const [isUndoing, setUndoing] = useState(false);
  const { data } = query;
  if (data && !data.isConnected) return null;
  const pushNow = async () => {
    const result = await push.run({ params: { companyId }, body: { orgId, companyId, orderIds: [orderId] } });
    if (!result.ok) return;
    setErrors(result.value.ordersWithErrors[0]?.errors ?? []);
    await query.refetch();
  };
  const isIn = data?.documents.some(({ kind, state }) => kind === 'INVOICE' && state !== 'UNDONE') ?? false;
  return (
    <Panel title="Books">
      <QueryState query={query} failure="What is in the books couldn’t be read.">
        {({ documents, canPush }) => (
          <div className={css.stack}>
            {documents.length === 0 && <p className="v-hint">This order isn’t in the books.</p>}
            {documents.length > 0 && (
              <ul className={css.list}>
                {documents.map((document) => (
                  <Document key={document.id} document={document} orderNumber={orderNumber} companyId={companyId} />
                ))}
              </ul>
            )}
            <OrderMappings companyId={companyId} orderId={orderId} />
            {errors.length > 0 && <OrderErrors orders={[{ orderId, orderNumber, errors }]} companyId={companyId} />}
            {mayWrite && (canPush || isIn) && (
              <div className={css.acts}>
                {canPush && (
                  <Button busy={push.isPending} onClick={() => void pushNow()}>
                    Push to books
                  </Button>
                )}
                {isIn && <Button onClick={() => setUndoing(true)}>Take out of the books</Button>}
              </div>
            )}
          </div>
        )}
      </QueryState>
      {isUndoing && (
        <Confirm
          title={`Take order ${orderNumber} out of the books?`}
          act="Take out of the books"
          run={() => undo.run({ params, body: { orgId } })}
          success={`Order ${orderNumber} is being taken out of the books`}
          onDone={() => query.refetch()}
          onClose={() => setUndoing(false)}
        >
          <p>
            Its invoice and payments are voided there. They stay in the log, and the order isn’t sent again until you
            push it.
          </p>
        </Confirm>
      )}
    </Panel>
  );
}

/** How far a document is, in a word. */
function stateOf({ state, isDoubted, isWanted, isThere }: PushedDocument): PillProps {
  if (state === 'FAILED') return { tone: 'negative', children: 'Not sent' };
  if (state === 'UNDONE') return { tone: 'neutral', mark: 'slash', children: 'Taken out' };
  if (state === 'SENT')
    return isThere
      ? { tone: 'positive', children: 'In the books' }
      : { tone: 'neutral', mark: 'slash', children: isWanted ? 'Not there' : 'Void' };
  if (isDoubted) return { tone: 'progress', mark: 'clock', children: 'Being checked' };
  return { tone: 'progress', mark: 'clock', children: isWanted ? 'Being sent' : 'Being voided' };
}

type DocumentProps = { document: PushedDocument; orderNumber: string; companyId: number };

function Document({ document, orderNumber, companyId }: DocumentProps) {
  const { id, kind, amountUsd, externalNumber, problem, log } = document;
  const name = kind === 'INVOICE' ? `Invoice ${externalNumber ?? ''}`.trim() : 'Payment';
  return (
    <li>
      <div className={css.line}>
        <span>
          {name}
          {amountUsd !== null && `, ${formatUsd(amountUsd)}`}
        </span>
        <Pill {...stateOf(document)} />
      </div>
      {problem && (
        <>
          <p className={css.problem}>{problem.message}</p>
          <div className={css.acts}>
            <MendButton documentId={id} companyId={companyId} orderNumber={orderNumber} problem={problem} />
          </div>
        </>
      )}
      {log.length > 0 && (
        <details className={css.log}>
          <summary>What was done</summary>
          <ol>
            {log.map((entry) => (
              <li key={entry.id}>
                {momentHere(entry.at)}: {logText(entry)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

const DONE: Record<string, string> = {
  CREATE: 'Added to the books',
  UPDATE: 'Changed in the books',
  VOID: 'Voided in the books',
  PUSH: 'Pushed',
  UNDO: 'Taken out',
  MEND: 'Sent again',
};

function logText({ act, by, fault, detail }: PushedDocument['log'][number]): string {
  if (fault === 'UNCERTAIN') return 'No answer came; it is being looked up';
  if (fault !== null) return `Not taken: ${detail}`;
  const what = DONE[act] ?? act;
  return by === null ? what : `${what} by ${by}`;
}
