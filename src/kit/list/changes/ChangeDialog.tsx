import { useState } from 'react';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Pill } from '../../../ui/Pill';
import { ErrorState, Skeleton } from '../../../ui/states';
import { FormDialog } from '../../form/FormDrawer';
import { readNumbers } from '../../form/fields';
import { Confirm } from '../../form/questions/Confirm';
import { useActionForm } from '../../form/useRecordForm';
import { type BulkInput, counted, type Noun, type Offered, titleFor } from '../bulk/bulk';
import styles from '../list.module.css';
import { type ChangeReport, type ListChanges, offerUndo } from './changes';

type ChangeDialogProps = {
  changes: ListChanges<never>;
  offered: Pick<Offered<never>, 'act' | 'selection'>;
  noun: Noun;
  /** "3 products". */
  many: string;
  /** Says that part of the selection isn't eligible; null otherwise. */
  left: string | null;
  onDone: () => void;
  onClose: () => void;
};

/** A change's input, then what it does to each record. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { act } = props.offered;
  const [input, setInput] = useState<BulkInput | null>(act.asks ? null : (act.input ?? {}));
  const [typed, setTyped] = useState<BulkInput>({});
  if (input === null) return <Questions {...props} typed={typed} onTyped={setTyped} onAsked={setInput} />;
  const onBack = () => (act.asks ? setInput(null) : props.onClose());
  return <Difference {...props} input={input} onBack={onBack} />;
}

type QuestionsProps = ChangeDialogProps & {
  /** What was typed before the person came back. */
  typed: BulkInput;
  onTyped: (typed: BulkInput) => void;
  onAsked: (input: BulkInput) => void;
};

function Questions({ changes, offered: { act }, many, typed, onTyped, onAsked, onClose }: QuestionsProps) {
  const asks = act.asks ?? [];
  const form = useActionForm<BulkInput, null>(
    async (input) => {
      onAsked(input);
      return { ok: true, value: null };
    },
    {
      values: Object.fromEntries(asks.map(({ name }) => [name, typed[name]])),
      body: (given) => {
        onTyped(given);
        return { ...act.input, ...readNumbers(asks, given) };
      },
      schema: changes.input(act.act),
      names: {},
    },
  );
  return (
    <FormDialog
      form={form}
      title={titleFor(act, many)}
      fields={asks}
      save="Review"
      asksFirst={false}
      onClose={onClose}
      width={480}
    />
  );
}

type DifferenceProps = ChangeDialogProps & { input: BulkInput; onBack: () => void };

/** Every record's difference and what can't be changed, then the button that applies it. */
function Difference({ changes, offered, noun, many, left, input, onDone, onBack }: DifferenceProps) {
  const { act, selection } = offered;
  const { scope } = useSession();
  const { run } = useCall(changes.apply, { showsErrors: true });
  const where = { orgId: scope?.orgId, companyId: scope?.sellerCompanyId ?? undefined };
  const asked = { body: { ...where, change: { selection, act: { ...input, name: act.act } } } };
  const preview = useCallQuery(changes.preview, asked as never, { staleTime: 0, retry: 0 });
  const report = preview.data as ChangeReport | undefined;
  const whyNot = report && report.changed === 0 ? 'Nothing would change.' : null;
  return (
    <Confirm<Record<never, never>, ChangeReport & { id: number | null }>
      title={titleFor(act, many)}
      act={report ? titleFor(act, counted(report.changed, noun)) : titleFor(act, many)}
      tone={act.tone ?? 'primary'}
      cancel={act.asks ? 'Back' : 'Cancel'}
      whyNot={report ? whyNot : 'Comparing.'}
      run={(_, idempotencyKey) => run(asked as never, { idempotencyKey }) as never}
      onDone={({ id, changed, refused }) => {
        const kept = refused > 0 ? `, ${counted(refused, noun)} left as they were` : '';
        offerUndo(changes.undo, id, `${counted(changed, noun)} changed${kept}`);
        onDone();
      }}
      staysOpen
      onClose={onBack}
      width={640}
    >
      <div className={styles.stack}>
        {left && <p className="v-hint">{left}</p>}
        {!report && preview.error && (
          <ErrorState message={messageOf(preview.error)} onRetry={() => void preview.refetch()} />
        )}
        {!report && !preview.error && <Skeleton />}
        {report && <Report report={report} noun={noun} />}
      </div>
    </Confirm>
  );
}

function Report({ report, noun }: { report: ChangeReport; noun: Noun }) {
  const { changed, unchanged, refused, rows } = report;
  const more = changed + refused - rows.length;
  const said = [
    changed > 0 && `${counted(changed, noun)} will change`,
    refused > 0 && `${counted(refused, noun)} can’t change`,
    unchanged > 0 && `${counted(unchanged, noun)} already set`,
  ].filter(Boolean);
  return (
    <>
      <p>{said.join(', ')}.</p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard
        <ul className={styles.differences} tabIndex={0} aria-label="Differences">
          {rows.map(({ id, name, verdict, changes, reasons }) => (
            <li key={id}>
              <b>{name}</b>
              {verdict === 'refused' ? (
                <span className={styles.why}>
                  <Pill tone="negative">Stays</Pill> {reasons.join('. ')}
                </span>
              ) : (
                changes.map(({ label, from, to }) => (
                  <span key={label}>
                    {label}: <s>{from}</s> → <strong>{to}</strong>
                  </span>
                ))
              )}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="v-hint">And {counted(more, noun)} more.</p>}
    </>
  );
}
