import { useState } from 'react';
import { orderMentions as calls } from '../../../../domain/orders/comments/contract';
import { labelled, type Mentioned, mentionedIds } from '../../../../domain/orders/comments/mentions';
import type { OrderComment } from '../../../../domain/orders/order';
import { FormField } from '../../../kit/form/controls/FormField';
import { FormSheet } from '../../../kit/form/FormSheet';
import type { RecordForm } from '../../../kit/form/types';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { useCallQuery } from '../../../providers/refine/use-call';
import { MentionArea } from '../../../ui/MentionArea';
import styles from '../orders.module.css';
import { orderComments } from '../resource';

type Values = { comment: string };
type CommentFieldProps = {
  orderId: number;
  form: RecordForm<Values>;
  label: string;
  action: string;
  mentions?: readonly Mentioned[];
  onCancel?: () => void;
};

const FRESH_MS = 60_000;

/** A comment being written, in which @ offers colleagues who can see the order; Ctrl+Enter sends it. */
function CommentSheet({ orderId, form, label, action, mentions = [], onCancel }: CommentFieldProps) {
  const [isUsed, setUsed] = useState(false);
  const enabled = isUsed || mentionedIds(form.rhf.watch('comment')).length > 0;
  const { data = [] } = useCallQuery(calls.people, { params: { id: orderId } }, { enabled, staleTime: FRESH_MS });
  const former = mentions.filter(({ id }) => !data.some((person) => person.id === id));
  const named = labelled([...data, ...former.map((person) => ({ ...person, email: null }))]);
  return (
    <FormSheet
      form={form}
      className={styles.form}
      save={action}
      labels={{ comment: label }}
      {...(onCancel ? { onCancel } : { always: true })}
    >
      <FormField
        name="comment"
        label={label}
        hint="Type @ to mention a colleague, who gets an email. Press Ctrl+Enter to send."
      >
        {(field) => (
          <MentionArea
            rows={2}
            readOnly={form.isSaving}
            {...field}
            onFocus={() => setUsed(true)}
            people={named.slice(0, data.length)}
            known={named.slice(data.length)}
          />
        )}
      </FormField>
    </FormSheet>
  );
}

/** A new comment; its text stays until it is saved. */
export function CommentBox({ orderId, onSent }: { orderId: number; onSent: () => unknown }) {
  const form = useRecordForm(orderComments, {
    of: { id: orderId },
    values: { comment: '' },
    clears: true,
    onSaved: onSent,
  });
  return <CommentSheet orderId={orderId} form={form} label="New comment" action="Comment" />;
}

type CommentEditProps = {
  of: { id: number };
  comment: OrderComment;
  onSaved: () => unknown;
  onClose: () => void;
};

/** Edits the reader's own comment. */
export function CommentEdit({ of, comment: { id, comment, mentions }, onSaved, onClose }: CommentEditProps) {
  const form = useRecordForm(orderComments, {
    id,
    of,
    values: { comment },
    unchanged: onClose,
    onSaved: async () => {
      await onSaved();
      onClose();
    },
  });
  const labels = { label: 'Edit comment', action: 'Save' };
  return <CommentSheet orderId={of.id} form={form} mentions={mentions} {...labels} onCancel={onClose} />;
}
