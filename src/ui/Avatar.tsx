import { useState } from 'react';
import css from './Avatar.module.css';

/** A person's picture, or their initials without one. Decorative: the name is beside it or the control's own. */
export function Avatar({ name, uri, size }: { name: string; uri: string | null; size: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (uri && uri !== failed) {
    return <img className={css.avatar} src={uri} alt="" width={size} height={size} onError={() => setFailed(uri)} />;
  }
  return (
    <span className={css.avatar} style={{ width: size, height: size, fontSize: size * 0.375 }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).map((word) => word[0]);
  return words.join('').slice(0, 2).toUpperCase();
}
