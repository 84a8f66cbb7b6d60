import { WHEN_DISCONNECTED } from '../../../../domain/accounting/connection';
import { type BooksConnection, accounting as calls } from '../../../../domain/accounting/connection-contract';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import css from '../../../shell/shell.module.css';
import type { Company } from './company';

type Props = { company: Company; connection: BooksConnection; onClose: () => void };

/** Asks before a company's books are disconnected, and says what stays. */
export function DisconnectDialog({ company: { companyId, name }, connection, onClose }: Props) {
  const { run } = useCall(calls.disconnect, { showsErrors: true });
  return (
    <Confirm
      title={`Disconnect ${name}?`}
      act="Disconnect"
      run={() => run({ params: { companyId, id: connection.id } })}
      success={`${name} is no longer connected to its books.`}
      onClose={onClose}
    >
      {WHEN_DISCONNECTED.map((said, index) => (
        <p key={said} className={index === 0 ? undefined : css.after}>
          {said}
        </p>
      ))}
    </Confirm>
  );
}
