import { lazy, Suspense } from 'react';
import type { LocalMessage } from 'stream-chat';
import { type ChatFile, filesOf } from '../../../domain/chat/attachment';
import css from './files.module.css';
import { shownSize } from './shown-size';

// Most conversations are opened to read and write words.
const ToSend = lazy(() => import('./FilesToSend'));
const OfMessage = lazy(() => import('./MessageFiles'));

/** The files of the message being written. */
export const FilesToSend = () => (
  <Suspense>
    <ToSend />
  </Suspense>
);

/** A message's pictures and files; their places are there before they are, so that nothing moves. */
export function MessageFiles({ message }: { message: LocalMessage }) {
  const files = filesOf(message.attachments);
  if (files.length === 0) return null;
  return (
    <div className={css.files}>
      <Suspense fallback={<Places files={files} />}>
        <OfMessage message={message} />
      </Suspense>
    </div>
  );
}

function Places({ files }: { files: readonly ChatFile[] }) {
  const pictures = files.filter(({ imageUrl }) => imageUrl !== null);
  const others = files.length - pictures.length;
  return (
    <>
      {pictures.length > 0 && (
        <div className={css.pictures} data-several={pictures.length > 1}>
          {pictures.map((picture) => {
            const { width, height } = shownSize(picture);
            return (
              <span
                key={picture.imageUrl}
                className={css.place}
                style={pictures.length > 1 ? {} : { width, aspectRatio: width / height }}
              />
            );
          })}
        </div>
      )}
      {others > 0 && <div style={{ height: others * 62 - 6 }} />}
    </>
  );
}
