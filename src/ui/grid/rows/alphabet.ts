let collator: Intl.Collator | undefined;

/** Made when first needed: a page's first `Intl` object takes 20 ms, and most lists are sorted by the server. */
function alphabet(): Intl.Collator {
  collator ??= new Intl.Collator('en');
  return collator;
}

/** Characters whose collation order equals their code order, ignoring case; all others have number 0. */
const PLAIN = ' -./0123456789abcdefghijklmnopqrstuvwxyz';
const NUMBERS = new Uint8Array(128);
for (const [index, character] of [...PLAIN].entries()) {
  NUMBERS[character.charCodeAt(0)] = index + 1;
  NUMBERS[character.toUpperCase().charCodeAt(0)] = index + 1;
}
/** Characters of a text sorted by number; the collator decides among texts equal up to here. */
const WIDTH = 64;

type Compare = (a: number, b: number) => number;

/**
 * Each text's rank in collation order, equal for texts the collator treats as equal; NaN for none. The collator is
 * slow, so plain texts are radix-sorted by their letters and only the rest is compared and merged in.
 */
export function alphabeticRanks(texts: readonly (string | undefined)[]): Float64Array {
  const textAt = (place: number) => texts[place] as string;
  const compare: Compare = (a, b) => alphabet().compare(textAt(a), textAt(b));
  const { plain, others, numbers, width } = numbered(texts);
  sortByNumbers(plain, numbers, width);
  settleAlike(plain, { numbers, width, textAt, compare });
  const places = others.length === 0 ? plain : merged(plain, others.sort(compare), compare);

  const isOther = new Uint8Array(texts.length);
  for (const place of others) isOther[place] = 1;
  const ranks = new Float64Array(texts.length).fill(Number.NaN);
  let rank = 0;
  for (let index = 0; index < places.length; index += 1) {
    const [before, place] = [places[index - 1] ?? -1, places[index] as number];
    if (index > 0 && textAt(before) !== textAt(place)) {
      const mayBeEqual = isOther[before] === 1 || isOther[place] === 1;
      if (!mayBeEqual || compare(before, place) !== 0) rank = index;
    }
    ranks[place] = rank;
  }
  return ranks;
}

type Numbered = {
  plain: Uint32Array<ArrayBuffer>;
  others: number[];
  /** `width` numbers per text, 0 after its end. */
  numbers: Uint8Array;
  width: number;
};

function numbered(texts: readonly (string | undefined)[]): Numbered {
  const width = texts.reduce((most, text) => Math.max(most, Math.min(text?.length ?? 0, WIDTH)), 0);
  const numbers = new Uint8Array(texts.length * width);
  const plain: number[] = [];
  const others: number[] = [];
  texts.forEach((text, place) => {
    if (text === undefined) return;
    for (let at = 0; at < text.length; at += 1) {
      const number = NUMBERS[text.charCodeAt(at)] ?? 0;
      if (number === 0) {
        others.push(place);
        return;
      }
      if (at < width) numbers[place * width + at] = number;
    }
    plain.push(place);
  });
  return { plain: Uint32Array.from(plain), others, numbers, width };
}

/** Radix sort from the last letter to the first; stable. */
function sortByNumbers(places: Uint32Array<ArrayBuffer>, numbers: Uint8Array, width: number): void {
  let [from, to] = [places, new Uint32Array(places.length)];
  const numberOf = (place: number, at: number) => numbers[place * width + at] as number;
  for (let at = width - 1; at >= 0; at -= 1) {
    const ends = new Uint32Array(PLAIN.length + 1);
    for (const place of from) ends[numberOf(place, at)] = (ends[numberOf(place, at)] as number) + 1;
    if (ends.includes(places.length)) continue;
    for (let number = 1; number < ends.length; number += 1) {
      ends[number] = (ends[number] as number) + (ends[number - 1] as number);
    }
    for (let index = from.length - 1; index >= 0; index -= 1) {
      const place = from[index] as number;
      const end = (ends[numberOf(place, at)] as number) - 1;
      ends[numberOf(place, at)] = end;
      to[end] = place;
    }
    [from, to] = [to, from];
  }
  if (from !== places) places.set(from);
}

type Alike = Pick<Numbered, 'numbers' | 'width'> & { textAt: (place: number) => string; compare: Compare };

/** Texts equal except for case, or beyond the numbered width, are ordered by the collator. */
function settleAlike(places: Uint32Array, { numbers, width, textAt, compare }: Alike): void {
  const isAlike = (a: number, b: number) => {
    for (let at = width - 1; at >= 0; at -= 1) {
      if (numbers[a * width + at] !== numbers[b * width + at]) return false;
    }
    return true;
  };
  for (let start = 0, end = 1; start < places.length; start = end, end += 1) {
    const first = places[start] as number;
    let isSame = true;
    for (; end < places.length && isAlike(first, places[end] as number); end += 1) {
      isSame &&= textAt(first) === textAt(places[end] as number);
    }
    if (!isSame) places.subarray(start, end).sort((a, b) => compare(a, b) || a - b);
  }
}

/** Merges two sorted lists by binary search, so a few among many need few comparisons. */
function merged(some: Uint32Array<ArrayBuffer>, others: readonly number[], compare: Compare): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(some.length + others.length);
  let next = 0;
  others.forEach((place, before) => {
    let end = some.length;
    for (let from = next; from < end; ) {
      const middle = (from + end) >> 1;
      if (compare(some[middle] as number, place) <= 0) from = middle + 1;
      else end = middle;
    }
    all.set(some.subarray(next, end), next + before);
    all[end + before] = place;
    next = end;
  });
  all.set(some.subarray(next), next + others.length);
  return all;
}
