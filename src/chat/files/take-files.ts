import { AttachmentManager, type Channel, type LocalUploadAttachment } from 'stream-chat';
import { MOST_CHAT_FILES, takeFiles } from '../../../domain/chat/attachment';
import { drawAnew } from './draw-anew';
import { sayOfFiles } from './file-words';

const FAILED = 'A file wasn’t uploaded. Try again or remove it, then send the message.';
const BUSY = 'Files are still being uploaded. Send the message once they are.';

type Queue = { last: Promise<void>; waiting: number };
/** One after the other, so that each knows how many there are. */
const queues = new WeakMap<Channel, Queue>();

/** Says which files can't be sent, before anything is uploaded, and uploads the others for the message being written. */
export function takeFilesFor(live: Channel, files: readonly File[]): Promise<void> {
  const queue = queues.get(live) ?? prepare(live);
  const own = queue.last
    .then(() => add(live, files))
    .finally(() => {
      queue.waiting -= 1;
    });
  queue.waiting += 1;
  queue.last = own.catch(() => undefined);
  return own;
}

async function add(live: Channel, files: readonly File[]): Promise<void> {
  const { attachmentManager } = live.messageComposer;
  const { taken, refusals } = takeFiles(files, attachmentManager.attachments.length);
  sayOfFiles(live, refusals);
  for (const file of taken) {
    const drawn = await drawAnew(file);
    if (drawn.refusal !== null) {
      sayOfFiles(live, [...refusals, drawn.refusal]);
      continue;
    }
    const attachment = AttachmentManager.toLocalUploadAttachment(drawn.file);
    Object.assign(attachment, drawn.size);
    void uploadFile(live, attachment);
  }
}

/** Uploads a file, or one that failed again. */
export async function uploadFile(live: Channel, attachment: LocalUploadAttachment): Promise<void> {
  prepare(live);
  await live.messageComposer.attachmentManager.uploadAttachment(attachment);
}

/** Sets up a channel's composer the first time it has files. */
function prepare(live: Channel): Queue {
  const there = queues.get(live);
  if (there) return there;
  const queue: Queue = { last: Promise.resolve(), waiting: 0 };
  queues.set(live, queue);
  const { messageComposer } = live;
  const { attachmentManager } = messageComposer;
  messageComposer.updateConfig({
    attachments: {
      maxNumberOfFilesPerMessage: MOST_CHAT_FILES,
      doUploadRequest: (file, { onProgress, abortSignal } = {}) => {
        const given = file as File;
        const send = isDrawn(given) ? live.sendImage : live.sendFile;
        const uploading = send.call(live, given, given.name, given.type, undefined, {
          ...(abortSignal ? { signal: abortSignal } : {}),
          onUploadProgress: ({ loaded, total }) => onProgress?.(total ? Math.round((100 * loaded) / total) : undefined),
        });
        return uploading.catch(refuseQuietly);
      },
    },
  });
  // Our own limits were checked before; the library would ask the service for its limits first, and lose a file offline.
  attachmentManager.getUploadConfigCheck = async () => ({ uploadBlocked: false });
  messageComposer.compositionMiddlewareExecutor.use({
    id: 'verdant/files',
    handlers: {
      compose: ({ forward, discard }) => {
        const words = attachmentManager.failedUploadsCount > 0 ? FAILED : queue.waiting > 0 ? BUSY : null;
        sayOfFiles(live, words === null ? [] : [words]);
        return words === null ? forward() : discard();
      },
    },
  });
  return queue;
}

const isDrawn = ({ type }: File) => ['image/jpeg', 'image/png', 'image/webp'].includes(type);

/** The file itself says that it wasn't uploaded: raised as the library's end of an upload of which it says nothing. */
function refuseQuietly(cause: unknown): never {
  throw Object.assign(new Error('The upload failed', { cause }), { name: 'AbortError' });
}
