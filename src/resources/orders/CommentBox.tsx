import { FormField } from '../../kit/form/FormField';
import { FormSheet } from '../../kit/form/FormSheet';
import type { RecordForm } from '../../kit/form/types';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { TextArea } from '../../ui/Field';
import styles from './orders.module.css';
import { orderComments } from './resource';

type Values = { comment: string };
type CommentFieldProps = { form: RecordForm<Values>; label: string; action: string; onCancel?: () => void };

/** A comment being written; Ctrl+Enter sends it. */
function CommentSheet({ form, label, action, onCancel }: CommentFieldProps) {
  return (
    <FormSheet
      form={form}
      className={styles.form}
      save={action}
      labels={{ comment: label }}
      {...(onCancel ? { onCancel } : { always: true })}
    >
      <FormField name="comment" label={label} hint="Press Ctrl+Enter to send.">
        {(field) => <TextArea rows={2} readOnly={form.isSaving} {...field} />}
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
  return <CommentSheet form={form} label="New comment" action="Comment" />;
}

type CommentEditProps = {
  id: number;
  of: { id: number };
  comment: string;
  onSaved: () => unknown;
  onClose: () => void;
};

/** Edits the reader's own comment. */
export function CommentEdit({ id, of, comment, onSaved, onClose }: CommentEditProps) {
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
  return <CommentSheet form={form} label="Edit comment" action="Save" onCancel={onClose} />;
}
