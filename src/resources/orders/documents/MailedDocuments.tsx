import { Link } from 'react-router';
import { admin } from '../../../../domain/access/ability';
import { orderDocuments as calls, type OrderMail } from '../../../../domain/orders/documents/contract';
import { DOCUMENTS } from '../../../../domain/orders/documents/document-kinds';
import { useCan } from '../../../access/useCan';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { momentHere } from '../../../ui/reader-dates';
import styles from '../orders.module.css';
import { downloadMailed } from './print-orders';

/** What was mailed of an order, each document as it was then; nothing before the first mail. */
export function MailedDocuments({ orderId, title = 'Emailed documents' }: { orderId: number; title?: string }) {
  const { data = [] } = useCallQuery(
    calls.mailed,
    { params: { id: orderId } },
    { topics: ['orders', 'unsent-emails'] },
  );
  if (data.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className={styles.list}>
        {data.map((mail) => (
          <li key={mail.id}>
            <span className={styles.mailed}>
              {mail.kinds.map((kind) =>
                mail.isKept ? (
                  <button
                    key={kind}
                    type="button"
                    className="v-link"
                    onClick={() => void downloadMailed({ id: orderId, mailId: mail.id, kind })}
                  >
                    {DOCUMENTS[kind]}
                  </button>
                ) : (
                  <span key={kind}>{DOCUMENTS[kind]}</span>
                ),
              )}
            </span>
            <span className={styles.sub}>
              {stateOf(mail)} to {mail.recipients.join(', ')} by {mail.by}
            </span>
            {!mail.isKept && <span className={styles.sub}>We no longer have the files. Print the order instead.</span>}
            {mail.problem && <span className={styles.sub}>{mail.problem}</span>}
            {mail.isUnsent && <SendAgain />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function SendAgain() {
  const isAdmin = useCan().can(admin);
  return (
    <span className={styles.sub}>
      {isAdmin ? (
        <>
          We stopped trying. Send it again from <Link to="/account/unsent-emails">Unsent Emails</Link>.
        </>
      ) : (
        'We stopped trying. An admin can send it again from Organization › Unsent Emails.'
      )}
    </span>
  );
}

function stateOf({ sentAt, problem, created }: OrderMail): string {
  if (sentAt) return `Sent ${momentHere(sentAt)}`;
  return problem ? `Not sent since ${momentHere(created)}` : 'Being sent';
}
