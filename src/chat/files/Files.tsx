import { lazy, Suspense } from 'react';
import type { LocalMessage } from 'stream-chat';
import { filesOf } from '../../../domain/chat/attachment';
import css from './files.module.css';
import { reservedHeight } from './reserved';

// Most conversations are opened to read and write words.
const ToSend = lazy(() => import('./FilesToSend'));
const OfMessage = lazy(() => import('./MessageFiles'));

/** The files of the message being written. */
export const FilesToSend = () => (
  <Suspense>
    <ToSend />
  </Suspense>
);

/** A message's pictures and files, at the height they will have. */
export function MessageFiles({ message }: { message: LocalMessage }) {
  const files = filesOf(message.attachments);
  if (files.length === 0) return null;
  return (
    <div className={css.files} style={{ minHeight: reservedHeight(files) }}>
      <Suspense>
        <OfMessage message={message} />
      </Suspense>
    </div>
  );
}
