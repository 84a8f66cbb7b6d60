import { useState } from 'react';
import css from './Picture.module.css';
import { savesData } from './slow-connection';

type PictureProps = {
  src: string | null | undefined;
  name: string;
  size: number;
  /** What it shows; without it the picture is decorative, as the name is beside it. */
  alt?: string | undefined;
};

/** A square picture, or the name's first letter without one, and on a connection that is to be spared. */
export function Picture({ src, name, size, alt = '' }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const [isSkipped] = useState(savesData);
  if (!src || failed === src || isSkipped) {
    return (
      <span
        data-picture
        className={`${css.picture} ${css.letter}`}
        style={{ width: size, height: size, fontSize: size / 2.4 }}
        aria-hidden="true"
      >
        {name.trim().charAt(0).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      data-picture
      className={css.picture}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  );
}
