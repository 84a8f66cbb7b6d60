import { useState } from 'react';
import type { BulkEndpoint } from '../../../../domain/bulk/bulk-call';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { CallError } from '../../../providers/call/call-errors';
import { type CallResult, useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { FormDialog } from '../../form/FormDrawer';
import { Confirm } from '../../form/questions/Confirm';
import { useActionForm } from '../../form/useRecordForm';
import styles from '../list.module.css';
import { type AskedField, type BulkAction, type BulkInput, type Offered, outcomeFor, titleFor } from './bulk';

type BulkDialogProps = {
  call: BulkEndpoint;
  /** What the list is of beside the organization and company. */
  where?: Readonly<Record<string, unknown>> | undefined;
  offered: Pick<Offered<never>, 'act' | 'selection'>;
  /** The number of records: "3 orders". */
  many: string;
  /** Says that part of the selection isn't eligible; null otherwise. */
  left: string | null;
  onBegun: (id: number) => void;
  onClose: () => void;
};

type Result = CallResult<CallOutput<BulkEndpoint>>;
type Begin = (input: BulkInput, idempotencyKey: string) => Promise<Result>;

/** The dialogs before a bulk action starts: its input, then the review. */
export function BulkDialog(props: BulkDialogProps) {
  const { call, offered, many, left, onBegun, onClose } = props;
  const { act, selection } = offered;
  const { scope } = useSession();
  const { run } = useCall(call, { showsErrors: true });
  const begin: Begin = (input, idempotencyKey) => {
    const where = { orgId: scope?.orgId, companyId: scope?.sellerCompanyId ?? undefined, ...props.where };
    return run({ body: { ...where, selection, act: { ...input, name: act.act } } }, { idempotencyKey });
  };
  const shared = { act, many, left, begin, onBegun, onClose };
  if (!act.asks) return <Review {...shared} input={act.input ?? {}} />;
  return <Questions {...shared} asks={act.asks} call={call} />;
}

type ReviewProps = Omit<BulkDialogProps, 'offered' | 'call'> & {
  act: Pick<BulkAction<never>, 'act' | 'title' | 'tone' | 'review' | 'outcome' | 'input'>;
  input: BulkInput;
  begin: Begin;
  cancel?: string;
};

/** Says what a bulk action will do, and asks to confirm. */
function Review({ act, many, left, input, cancel, begin, onBegun, onClose }: ReviewProps) {
  const says = act.review?.(many) ?? `${many} will be ${outcomeFor(act, input)}.`;
  return (
    <Confirm
      title={titleFor(act, many)}
      act={titleFor(act, many)}
      tone={act.tone ?? 'primary'}
      {...(cancel && { cancel })}
      run={(_, idempotencyKey) => begin(input, idempotencyKey)}
      onDone={({ id }) => onBegun(id)}
      staysOpen
      onClose={onClose}
      width={480}
    >
      <div className={styles.stack}>
        <p>{says.charAt(0).toUpperCase() + says.slice(1)}</p>
        {left && <p className="v-hint">{left}</p>}
      </div>
    </Confirm>
  );
}

type QuestionsProps = Omit<ReviewProps, 'input'> & { call: BulkEndpoint; asks: readonly AskedField[] };

/** Asks for an action's input, then for confirmation. Field errors from the platform return to the input. */
function Questions({ call, asks, ...review }: QuestionsProps) {
  const { act, many, begin, onBegun, onClose } = review;
  const [asked, setAsked] = useState<Asked | null>(null);
  const form = useActionForm<BulkInput, CallOutput<BulkEndpoint>>(
    (input) => new Promise<Result>((settle) => setAsked({ input, settle })),
    {
      values: Object.fromEntries(asks.map(({ name }) => [name, undefined])),
      body: (typed) => ({ ...act.input, ...typed }),
      schema: call.acts[act.act]?.input,
      names: Object.fromEntries(asks.map(({ name }) => [`act.${name}`, name])),
      onSaved: ({ id }) => onBegun(id),
    },
  );
  if (!asked) {
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
  const back = (result: Result) => {
    setAsked(null);
    asked.settle(result);
  };
  return (
    <Review
      {...review}
      input={asked.input}
      cancel="Back"
      begin={async (input, idempotencyKey) => {
        const result = await begin(input, idempotencyKey);
        if (!result.ok && result.error instanceof CallError && result.error.errors) back(result);
        return result;
      }}
      onClose={() => back({ ok: false, error: new DOMException('Not yet', 'AbortError') })}
    />
  );
}

type Asked = { input: BulkInput; settle: (result: Result) => void };
