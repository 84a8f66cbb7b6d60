import { type KeyboardEvent, useState } from 'react';
import { CommentText } from '../../../domain/orders/order';
import { CallError, isAbort, messageOf } from '../../providers/call-errors';
import { useUnsaved } from '../../providers/unsaved';
import type { CallResult } from '../../providers/use-call';
import { useResourceCreate } from '../../providers/use-resource';
import { Button } from '../../ui/Button';
import { Field, TextArea } from '../../ui/Field';
import { orderComments } from './resource';

type CommentEditorProps = {
  label: string;
  initial?: string;
  action: string;
  send: (comment: string) => Promise<CallResult<unknown>>;
  onCancel?: () => void;
};

/** A comment being written. It stays as typed until it has arrived; Ctrl+Enter sends it. */
export function CommentEditor({ label, initial = '', action, send, onCancel }: CommentEditorProps) {
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  useUnsaved(text.trim() !== initial.trim());

  const submit = async () => {
    if (isSending) return;
    const checked = CommentText.safeParse(text);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setError(undefined);
    setSending(true);
    const result = await send(checked.data);
    setSending(false);
    if (result.ok) setText('');
    else if (!isAbort(result.error)) setError(errorOf(result.error));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
    if (event.key === 'Escape') onCancel?.();
  };
  return (
    <div className="o-form">
      <Field label={label} error={error} hint="Ctrl+Enter sends it.">
        <TextArea
          rows={2}
          value={text}
          readOnly={isSending}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="o-acts">
        <Button busy={isSending} onClick={() => void submit()}>
          {action}
        </Button>
        {onCancel && (
          <Button tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

function errorOf(error: unknown): string {
  return (error instanceof CallError && error.errors?.comment) || messageOf(error);
}

/** A new comment. */
export function CommentBox({ orderId, onSent }: { orderId: number; onSent: () => Promise<unknown> }) {
  const { run } = useResourceCreate(orderComments, { showsErrors: true });
  return (
    <CommentEditor
      label="New comment"
      action="Comment"
      send={async (comment) => {
        const result = await run({ comment }, { of: { id: orderId } });
        if (result.ok) await onSent();
        return result;
      }}
    />
  );
}
