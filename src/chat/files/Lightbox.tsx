import type { KeyboardEvent } from 'react';
import type { ChatFile } from '../../../domain/chat/attachment';
import { IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import css from './Lightbox.module.css';

type Props = {
  pictures: readonly ChatFile[];
  at: number;
  by: string;
  onAt: (at: number) => void;
  onBroken: () => void;
  onClose: () => void;
};

/** A message's pictures, one at a time; arrows go on, Esc closes. */
export function Lightbox({ pictures, at, by, onAt, onBroken, onClose }: Props) {
  const picture = pictures[at];
  if (!picture) return null;
  const { fileName, imageUrl, width, height } = picture;
  const go = (step: number) => onAt((at + step + pictures.length) % pictures.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (pictures.length < 2) return;
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  return (
    <Dialog
      title={fileName}
      width={1100}
      onClose={onClose}
      actions={
        <a
          className="v-button"
          href={imageUrl ?? undefined}
          download={fileName}
          target="_blank"
          rel="noopener noreferrer"
        >
          Download
        </a>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows are buttons as well */}
      <div className={css.shown} onKeyDown={onKeyDown}>
        <img
          key={imageUrl}
          className={css.picture}
          src={imageUrl ?? ''}
          alt={`${fileName} from ${by}`}
          width={width ?? undefined}
          height={height ?? undefined}
          onError={onBroken}
        />
        {pictures.length > 1 && (
          <div className={css.steps}>
            <IconButton icon="chevronLeft" label="Previous photo" onClick={() => go(-1)} />
            <span role="status">
              {at + 1} of {pictures.length}
            </span>
            <IconButton icon="chevronRight" label="Next photo" onClick={() => go(1)} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
