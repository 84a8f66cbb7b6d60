import { useState } from 'react';
import css from './Avatar.module.css';

const TINTS = 6;

/** A person's picture, or their initials without one. Decorative: the name is beside it or the control's own. */
export function Avatar({ name, uri, size }: { name: string; uri: string | null; size: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (uri && uri !== failed) {
    return <img className={css.avatar} src={uri} alt="" width={size} height={size} onError={() => setFailed(uri)} />;
  }
  return (
    <span
      className={css.avatar}
      data-tint={tintOf(name)}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

/** A letter that is one sign of text, as most are: a page’s first `Intl` object takes long. */
const PLAIN = /^[A-Za-zÀ-ɏ](?!\p{M}|\u200d|\ufe0f)/u;
let signs: Intl.Segmenter | undefined;

function firstOf(text: string): string {
  const plain = PLAIN.exec(text)?.[0];
  if (plain !== undefined) return plain;
  signs ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return signs.segment(text)[Symbol.iterator]().next().value?.segment ?? '';
}

/** The first letters of a name's first and last words; of a name without any, such as an emoji, its first sign. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  if (chosen.length === 0) return firstOf(name.trim());
  return chosen.map((word) => capital(firstOf(word ?? ''))).join('');
}

/** Unless that would be several letters. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return firstOf(upper) === upper ? upper : letter;
}

/** Which of the tints, so that a person has the same one everywhere. */
function tintOf(name: string): number {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997;
  return sum % TINTS;
}
