import { useState } from 'react';
import css from './Picture.module.css';

/** A square picture, or the name's first letter without one. Decorative: the name is beside it. */
export function Picture({ src, name, size }: { src: string | null | undefined; name: string; size: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) {
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
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  );
}
