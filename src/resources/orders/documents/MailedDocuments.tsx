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
              {stateOf(mail)} to {takenBy(mail).join(', ')} by {mail.by}
            </span>
            {!mail.isKept && <span className={styles.sub}>We no longer have the files. Print the order instead.</span>}
            {takenBy(mail) !== mail.recipients &&
              mail.unsent
                .filter(({ problem }) => problem === null)
                .map(({ email }) => (
                  <span key={email} className={styles.sub}>
                    Being sent to {email}
                  </span>
                ))}
            {mail.unsent.map(
              ({ email, problem }) =>
                problem && (
                  <span key={email} className={styles.sub}>
                    Not sent to {email}: {problem}
                  </span>
                ),
            )}
            {mail.unsent.some(({ isGivenUp }) => isGivenUp) && <SendAgain />}
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

/** Those the mail server took it for; all while it took it for none. */
function takenBy({ recipients, unsent }: OrderMail): readonly string[] {
  const taken = recipients.filter((email) => !unsent.some((one) => one.email === email));
  return taken.length === 0 || taken.length === recipients.length ? recipients : taken;
}

function stateOf(mail: OrderMail): string {
  const { sentAt, unsent, recipients, created } = mail;
  if (sentAt) return `Sent ${momentHere(sentAt)}`;
  if (takenBy(mail) !== recipients) return `Sent ${momentHere(created)}`;
  return unsent.some(({ problem }) => problem !== null)
    ? `Waiting to be sent since ${momentHere(created)}`
    : 'Being sent';
}
