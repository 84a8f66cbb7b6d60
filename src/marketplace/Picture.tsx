import { useState } from 'react';
import css from './marketplace.module.css';

/** A square picture, or the name's first letter without one. Decorative: the name is beside it. */
export function Picture({ src, name, size }: { src: string | null | undefined; name: string; size: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) {
    return (
      <span
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
