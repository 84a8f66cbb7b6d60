import { useState } from 'react';
import type { LocalMessage } from 'stream-chat';
import { type ChatFile, kindText, sizeText } from '../../../domain/chat/attachment';
import { Icon } from '../../ui/Icon';
import { lazyDialog } from '../../ui/lazy';
import places from './files.module.css';
import css from './MessageFiles.module.css';
import { shownSize } from './shown-size';
import { useFreshFiles } from './useFreshFiles';

const Lightbox = lazyDialog(async () => (await import('./Lightbox')).Lightbox);

/** A message's pictures, one large or several side by side, and its other files to download. */
export default function MessageFiles({ message }: { message: LocalMessage }) {
  const { files, renew, renewBroken } = useFreshFiles(message);
  const [open, setOpen] = useState<number | null>(null);
  const pictures = files.filter(({ imageUrl }) => imageUrl !== null);
  const others = files.filter(({ imageUrl }) => imageUrl === null);
  const by = message.user?.name ?? 'a former member';
  const onNear = () => {
    renew();
    Lightbox.prefetch();
  };
  return (
    <>
      {pictures.length > 0 && (
        <div className={places.pictures} data-several={pictures.length > 1}>
          {pictures.map((picture, at) => (
            <button
              type="button"
              key={keyOf(picture)}
              className={css.open}
              data-tile={pictures.length > 1}
              onPointerEnter={onNear}
              onFocus={onNear}
              onClick={() => setOpen(at)}
            >
              <Shown
                picture={picture}
                alt={`${picture.fileName} from ${by}`}
                isAlone={pictures.length === 1}
                onBroken={renewBroken}
              />
            </button>
          ))}
        </div>
      )}
      {others.length > 0 && (
        <ul className={css.files} aria-label="Files">
          {others.map((file) => (
            <li key={keyOf(file)}>
              <FileLink file={file} onNear={renew} />
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <Lightbox.Part
          pictures={pictures}
          at={open}
          by={by}
          onAt={setOpen}
          onBroken={renewBroken}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** The same for another address of the same file. */
const keyOf = ({ imageUrl, assetUrl }: ChatFile) => (imageUrl ?? assetUrl)?.split('?', 1)[0];

type ShownProps = { picture: ChatFile; alt: string; isAlone: boolean; onBroken: () => void };

function Shown({ picture, alt, isAlone, onBroken }: ShownProps) {
  const size = isAlone ? shownSize(picture) : { width: 172, height: 172 };
  return (
    <img
      className={css.picture}
      src={picture.thumbUrl ?? ''}
      alt={alt}
      width={size.width}
      height={size.height}
      loading="lazy"
      decoding="async"
      onError={onBroken}
    />
  );
}

function FileLink({ file, onNear }: { file: ChatFile; onNear: () => void }) {
  const { assetUrl, fileName, fileSize } = file;
  const about = [kindText(file), fileSize === null ? '' : sizeText(fileSize)].filter(Boolean).join(' · ');
  return (
    <a
      className={css.file}
      href={assetUrl ?? undefined}
      download={fileName}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Download ${fileName}, ${about}`}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <span className={css.kind} aria-hidden="true">
        {kindText(file).slice(0, 4)}
      </span>
      <span className={css.words}>
        <span className={css.name}>{fileName}</span>
        <span className={css.about}>{about}</span>
      </span>
      <Icon name="download" size={18} />
    </a>
  );
}
