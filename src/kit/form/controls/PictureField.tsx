import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CallInput, CallOutput, Endpoint, UploadOptions } from '../../../../domain/contract/endpoint';
import { CHOOSE_PICTURE, MOST_PICTURE_BYTES, PICTURE_TYPES, pictureType } from '../../../../domain/files/picture';
import { isAbort, isUnknown, messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import { Confirm } from '../questions/Confirm';
import css from './PictureField.module.css';

type Upload = Endpoint<UploadOptions>;

export type PictureFieldProps<S extends Upload, R extends Endpoint = never> = {
  /** What it shows: "Your picture". */
  label: string;
  /** The calls that store and remove it, and their input without the file. One that is only added has no removal. */
  calls: { set: S; remove?: R };
  input: Omit<CallInput<S>, 'file'> & ([R] extends [never] ? unknown : CallInput<R>);
  uri: string | null;
  /** As others see it; `wide` is a cover. */
  shape: 'round' | 'square' | 'wide';
  /** Shown without a picture, such as initials. */
  empty: ReactNode;
  /** What others see once it is removed: "People see your initials instead." */
  removed?: string;
  /** The reply to either call. */
  onChanged: (reply: CallOutput<S> | ([R] extends [never] ? never : CallOutput<R>)) => unknown;
  /** Why it can't be changed now, as shown beside it. */
  locked?: ReactNode;
};

/**
 * One picture, stored at once rather than with a form: choose, drop or paste it, replace it, remove it.
 *
 *     <PictureField label="Logo" calls={companyPictures} input={{ params: { id } }} uri={company.profileImageUri}
 *       shape="square" empty={<Icon name="building" />} removed="People see its first letter instead." onChanged={reload} />
 */
export function PictureField<S extends Upload, R extends Endpoint = never>(props: PictureFieldProps<S, R>) {
  const { label, calls, input, uri, shape, empty, removed, onChanged, locked } = props;
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { choose, cancel, retry, preview, share, problem } = usePictureUpload(calls.set, {
    input: (file) => ({ ...input, file }) as CallInput<S>,
    success: `${label} saved.`,
    onSaved: onChanged,
  });
  const isLocked = locked !== undefined && locked !== null;
  const isBusy = share !== null;
  const shown = preview ?? uri;
  const take = (files: FileList | undefined) => {
    const [file] = files ?? [];
    if (file && !isLocked && !isBusy) void choose(file);
  };
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault();
    setOver(over && !isLocked);
  };
  return (
    <fieldset
      className={css.field}
      data-shape={shape}
      data-over={isOver || undefined}
      aria-describedby={isLocked ? undefined : `${id}-hint`}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event: ClipboardEvent) => take(event.clipboardData.files)}
    >
      <legend className="v-label">{label}</legend>
      <div className={css.picture} data-busy={isBusy || undefined}>
        {shown ? <img src={shown} alt={label} /> : empty}
      </div>
      <div className={css.side}>
        <div className={css.acts}>
          <Button busy={isBusy} disabled={isLocked} onClick={() => chooser.current?.click()}>
            {uri ? 'Replace' : 'Choose'}
            <span className="v-hidden"> {label.toLowerCase()}</span>
          </Button>
          {isBusy && <Button onClick={cancel}>Cancel upload</Button>}
          {uri && calls.remove && !isBusy && (
            <Button tone="quiet" disabled={isLocked} onClick={() => setRemoving(true)}>
              Remove<span className="v-hidden"> {label.toLowerCase()}</span>
            </Button>
          )}
        </div>
        {isBusy && <progress className={css.progress} value={share} max={1} aria-label={`Uploading ${label}`} />}
        {locked ?? (
          <span id={`${id}-hint`} className="v-hint">
            JPEG, PNG or WebP, up to 10 MB.<span className={css.byMouse}> You can drop or paste one here too.</span>
          </span>
        )}
        {problem && (
          <div className={css.acts}>
            <FieldError>{problem.message}</FieldError>
            {problem.canRetry && (
              <Button icon="refresh" onClick={retry}>
                Try again
              </Button>
            )}
          </div>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          accept={PICTURE_TYPES.join(',')}
          aria-label={label}
          onChange={({ target }) => {
            take(target.files ?? undefined);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </div>
      {isRemoving && calls.remove && (
        <Removal
          label={label}
          call={calls.remove as Endpoint}
          input={input as CallInput<Endpoint>}
          onDone={onChanged as (reply: unknown) => unknown}
          onClose={() => setRemoving(false)}
        >
          <p>{removed}</p>
        </Removal>
      )}
    </fieldset>
  );
}

type RemovalProps = {
  label: string;
  call: Endpoint;
  input: CallInput<Endpoint>;
  onDone: (reply: unknown) => unknown;
  onClose: () => void;
  children: ReactNode;
};

function Removal({ label, call, input, onDone, onClose, children }: RemovalProps) {
  const { run } = useCall(call, { showsErrors: true });
  return (
    <Confirm
      title={`Remove ${label.toLowerCase()}?`}
      act="Remove"
      run={() => run(input)}
      success={`${label} removed.`}
      onDone={onDone}
      onClose={onClose}
    >
      {children}
    </Confirm>
  );
}

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
function usePictureUpload<E extends Endpoint>(endpoint: E, { input, success, onSaved }: Options<E>) {
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

/** Pixels of the longer side; no picture is stored larger. */
const LONGEST = 2_048;
/** Smaller files are sent as they are. */
const SMALL_BYTES = 1_000_000;
const QUALITY = 0.92;

/**
 * A picture small enough to send quickly from a phone: a camera's is many times larger than what is stored. Returns the
 * file itself if it is small, or if this browser can't read it, which the server then says in words.
 */
async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  // A photo has no transparency to lose, and every browser writes JPEG.
  const isPhoto = pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer())) === 'image/jpeg';
  const type = isPhoto ? 'image/jpeg' : 'image/webp';
  const smaller = await canvas.convertToBlob({ type, quality: QUALITY });
  return smaller.size < file.size ? smaller : file;
}
