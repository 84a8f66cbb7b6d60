import { useEffect, useRef, useState } from 'react';
import type { CallInput, CallOutput, Endpoint, UploadOptions } from '../../../../domain/contract/endpoint';
import {
  CHOOSE_DOCUMENT,
  isPdf,
  MOST_PICTURE_BYTES,
  PICTURE_TYPES,
  pictureType,
} from '../../../../domain/files/picture';
import { isAbort, messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import css from './PictureField.module.css';

type Upload = Endpoint<UploadOptions>;

type DocumentFieldProps<E extends Upload> = {
  label: string;
  /** The call that keeps it, and its input without the file. */
  call: E;
  input: Omit<CallInput<E>, 'file'>;
  success: string;
  onSaved: (reply: CallOutput<E>) => unknown;
};

/** A PDF or picture, sent at once: what can’t be one is refused before. */
export function DocumentField<E extends Upload>({ label, call, input, success, onSaved }: DocumentFieldProps<E>) {
  const chooser = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { run } = useCall(call, { success, showsErrors: true });
  useEffect(() => () => sending.current?.abort(), []);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    if (!(await isUsable(file))) return setProblem(CHOOSE_DOCUMENT);
    sending.current = new AbortController();
    setShare(0);
    const given = { ...input, file } as unknown as CallInput<E>;
    const result = await run(given, { signal: sending.current.signal, onProgress: setShare });
    setShare(null);
    if (result.ok) await onSaved(result.value);
    else if (!isAbort(result.error)) setProblem(messageOf(result.error));
  };
  return (
    <div className={css.side}>
      <div className={css.acts}>
        <Button icon="arrowUp" busy={share !== null} onClick={() => chooser.current?.click()}>
          {label}
        </Button>
        {share !== null && <Button onClick={() => sending.current?.abort()}>Cancel upload</Button>}
      </div>
      {share !== null && <progress className={css.progress} value={share} max={1} aria-label={`Uploading: ${label}`} />}
      <span className="v-hint">PDF, JPEG, PNG or WebP, up to 10 MB. Only Verdant support sees it.</span>
      {problem && <FieldError>{problem}</FieldError>}
      <input
        ref={chooser}
        type="file"
        hidden
        accept={['application/pdf', ...PICTURE_TYPES].join(',')}
        aria-label={label}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}

async function isUsable(file: Blob): Promise<boolean> {
  if (file.size > MOST_PICTURE_BYTES) return false;
  const first = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return isPdf(first) || pictureType(first) !== null;
}
