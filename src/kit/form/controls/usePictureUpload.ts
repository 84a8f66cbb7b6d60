import { useEffect, useRef, useState } from 'react';
import type { CallInput, CallOutput, Endpoint } from '../../../../domain/contract/endpoint';
import { CHOOSE_PICTURE, MOST_PICTURE_BYTES, pictureType } from '../../../../domain/files/picture';
import { isAbort, isUnknown, messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { shrinkPicture } from './shrink-picture';

type Problem = { message: string; canRetry: boolean };

type Options<E extends Endpoint> = {
  /** The call's input with this file. */
  input: (file: Blob) => CallInput<E>;
  success: string;
  onSaved: (reply: CallOutput<E>) => unknown;
};

/**
 * Uploads one picture at a time. `preview` shows it until it is saved, `share` is how much was sent (0 to 1), null when
 * nothing is under way. What can't be a picture is refused before it is sent.
 */
export function usePictureUpload<E extends Endpoint>(endpoint: E, { input, success, onSaved }: Options<E>) {
  const { run } = useCall(endpoint, { success, showsErrors: true });
  const [preview, setPreview] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const sending = useRef<AbortController | null>(null);
  const chosen = useRef<Blob | null>(null);

  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview]);

  const choose = async (file: Blob): Promise<void> => {
    setProblem(null);
    if (!(await isUsable(file))) return setProblem({ message: CHOOSE_PICTURE, canRetry: false });
    chosen.current = file;
    sending.current = new AbortController();
    setPreview(URL.createObjectURL(file));
    setShare(0);
    const result = await run(input(await shrinkPicture(file)), {
      signal: sending.current.signal,
      onProgress: setShare,
    });
    if (result.ok) await onSaved(result.value);
    else if (!isAbort(result.error)) {
      setProblem({ message: messageOf(result.error), canRetry: isUnknown(result.error) });
    }
    setShare(null);
    setPreview(null);
  };

  return {
    choose,
    cancel: () => sending.current?.abort(),
    retry: () => chosen.current && void choose(chosen.current),
    preview,
    share,
    problem,
  };
}

async function isUsable(file: Blob): Promise<boolean> {
  if (file.size > MOST_PICTURE_BYTES) return false;
  return pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer())) !== null;
}
