import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { type Card, cardName } from '../../../domain/cards/card';
import { type LinkKind, messageLinks, type NewLink } from '../../../domain/cards/links';
import type { CardRef } from '../../../domain/cards/refs';
import { intakes } from '../../../domain/intakes/contract';
import { orders } from '../../../domain/orders/contract';
import { orderProblems } from '../../../domain/orders/problems/contract';
import { PROBLEM_KINDS, PROBLEM_LABELS, type ProblemKind } from '../../../domain/orders/problems/problems';
import { useCan } from '../../access/useCan';
import { FormDialog } from '../../kit/form/FormDrawer';
import { useActionForm } from '../../kit/form/useRecordForm';
import { type CallResult, callKey, useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Dialog } from '../../ui/Dialog';
import { RecordChoice, takes } from './RecordChoice';

export type AddToRecordProps = {
  cid: string;
  messageId: string;
  text: string;
  /** What this message links to first, then what others of the conversation do. */
  suggested?: readonly CardRef[];
  onClose: () => void;
};

/** Each with what it requires, the records it is for, and who will see it. */
const KINDS: Record<
  LinkKind,
  { label: string; requires: typeof orders.addComment.requires; seenBy: string; most: number }
> = {
  ORDER_COMMENT: {
    label: 'Comment on a sales order',
    requires: orders.addComment.requires,
    seenBy: 'Only your organization sees it. The buyer never does.',
    most: 4000,
  },
  ORDER_PROBLEM: {
    label: 'Problem with a purchase order',
    requires: orderProblems.report.requires,
    seenBy: 'The seller sees it, and gets it by email with your name.',
    most: 2000,
  },
  INTAKE_NOTE: {
    label: 'Difference on an intake',
    requires: intakes.setPackage.requires,
    seenBy: 'Only your organization sees it, beside the package’s earlier notes.',
    most: 1000,
  },
};

type Values = {
  kind: LinkKind;
  card: Card | null;
  problem: ProblemKind | '';
  label: string;
  isMissing: boolean;
  text: string;
};

const Checked = z
  .object({ kind: z.string(), card: z.unknown(), problem: z.string(), label: z.string(), text: z.string().trim() })
  .loose()
  .superRefine(({ kind, card, problem, label, text }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const { most } = KINDS[kind as LinkKind];
    if (text === '') issue('text', 'Enter a text');
    if (text.length > most) issue('text', `Must be ${most.toLocaleString('en-US')} characters or fewer`);
    if (!card) issue('card', 'Choose a record');
    if (kind === 'ORDER_PROBLEM' && problem === '') issue('problem', 'Choose what is wrong');
    if (kind === 'INTAKE_NOTE' && card && label === '') issue('label', 'Choose a package');
  });

/** Makes a comment, problem or difference of a message, on a record the reader chooses. */
export function AddToRecord(props: AddToRecordProps) {
  const { can } = useCan();
  const kinds = (Object.keys(KINDS) as LinkKind[]).filter((kind) => can(KINDS[kind].requires));
  const [first] = kinds;
  if (first) return <Adding {...props} kinds={kinds} />;
  return (
    <Dialog title="Add to a record" onClose={props.onClose}>
      <p>Your role can’t comment on orders, report problems or note differences. Ask someone who manages roles.</p>
    </Dialog>
  );
}

function Adding({ cid, messageId, text, suggested = [], kinds, onClose }: AddToRecordProps & { kinds: LinkKind[] }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const client = useQueryClient();
  const comment = useCall(orders.addComment, { showsErrors: true });
  const report = useCall(orderProblems.report, { showsErrors: true });
  const note = useCall(intakes.setPackage, { showsErrors: true });
  const link = useCall(messageLinks.add, { showsErrors: true });
  /** What was added already, when only the link to it is still to be saved. */
  const added = useRef<NewLink | null>(null);
  const kindOf = (ref: CardRef | undefined): LinkKind | undefined =>
    ref?.kind === 'intake' ? 'INTAKE_NOTE' : undefined;
  const begin = [kindOf(suggested[0])].find((kind) => kind && kinds.includes(kind)) ?? kinds[0] ?? 'ORDER_COMMENT';
  const values: Values = { kind: begin, card: null, problem: '', label: '', isMissing: false, text };

  async function write(
    { kind, card, problem, label, isMissing, text }: Values,
    key: string,
  ): Promise<CallResult<NewLink>> {
    const of = { cid, messageId };
    const id = Number(card?.id);
    if (kind === 'ORDER_COMMENT') {
      const done = await comment.run({ params: { id }, body: { comment: text } }, { idempotencyKey: key });
      return done.ok ? { ok: true, value: { ...of, kind, orderId: id, commentId: done.value.id } } : done;
    }
    if (kind === 'ORDER_PROBLEM') {
      const body = { kind: problem as ProblemKind, message: text };
      const done = await report.run({ params: { orderId: id }, body }, { idempotencyKey: key });
      return done.ok ? { ok: true, value: { ...of, kind, orderId: id, problemId: done.value.id } } : done;
    }
    const one = packages.find((found) => found.label === label);
    const notes = [one?.notes, text].filter(Boolean).join('\n');
    const done = await note.run({
      params: { licenseId: licenseOf(card), intakeId: id, label },
      body: {
        confirmed: isMissing ? false : (one?.confirmed ?? false),
        markNotFound: isMissing || (one?.notFound ?? false),
        notes,
        ...(one ? { version: one.version } : {}),
      },
    });
    return done.ok ? { ok: true, value: { ...of, kind, intakeId: id, label } } : done;
  }

  const form = useActionForm<Values, unknown>(
    async (typed, key) => {
      if (!added.current) {
        const written = await write(typed, key);
        if (!written.ok) return written;
        added.current = written.value;
      }
      return link.run({ params: { orgId }, body: added.current });
    },
    {
      values,
      schema: Checked,
      success: 'Added, and linked to its message.',
      failure: 'It was added, but its link to the message wasn’t saved. Try again.',
      onSaved: () => {
        void client.invalidateQueries({ queryKey: callKey(messageLinks.ofChannel) });
        void client.invalidateQueries({ queryKey: callKey(messageLinks.ofRecord) });
        onClose();
      },
    },
  );
  const kind = form.rhf.watch('kind');
  const card = form.rhf.watch('card');
  const intake = useCallQuery(
    intakes.get,
    { params: { licenseId: licenseOf(card), intakeId: Number(card?.id ?? 0) } },
    { enabled: card?.kind === 'intake' },
  );
  const packages = intake.data?.intakePackages ?? [];
  const choose = (next: Card | null) => {
    form.rhf.setValue('card', next, { shouldDirty: true });
    form.rhf.setValue('label', '');
    form.rhf.clearErrors('card');
  };
  const { errors } = form.rhf.formState;
  return (
    <FormDialog<Values>
      form={form}
      title="Add to a record"
      save="Add"
      onClose={onClose}
      width={560}
      fields={[
        {
          name: 'kind',
          label: 'As',
          control: 'select',
          required: true,
          options: kinds.map((value) => ({ value, label: KINDS[value].label })),
        },
        {
          name: 'text',
          label: 'Text',
          control: 'textarea',
          required: true,
          rows: 4,
          maxLength: KINDS[kind].most,
          hint: KINDS[kind].seenBy,
        },
        {
          name: 'problem',
          label: 'What is wrong',
          control: 'select',
          required: true,
          placeholder: 'Choose',
          options: PROBLEM_KINDS.map((value) => ({ value, label: PROBLEM_LABELS[value] })),
          when: (typed) => typed.kind === 'ORDER_PROBLEM',
        },
        {
          name: 'label',
          label: 'Package',
          control: 'select',
          required: true,
          placeholder: 'Choose',
          options: packages.map((one) => ({ value: one.label, label: `${one.label} ${one.itemName}` })),
          when: (typed) => typed.kind === 'INTAKE_NOTE' && typed.card?.kind === 'intake',
        },
        {
          name: 'isMissing',
          label: 'It wasn’t in the delivery',
          control: 'checkbox',
          when: (typed) => typed.kind === 'INTAKE_NOTE' && typed.label !== '',
        },
      ]}
    >
      <RecordChoice
        key={kind}
        kind={kind}
        suggested={suggested}
        chosen={card && takes(kind, card) ? card : null}
        onChoose={choose}
        error={errors.card?.message}
      />
      {card && takes(kind, card) && <p className="v-hint">Goes to {cardName(card)}.</p>}
    </FormDialog>
  );
}

const licenseOf = (card: Card | null): number => (card?.kind === 'intake' ? card.licenseId : 0);
