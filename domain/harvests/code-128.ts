/** Code 128’s symbols: widths of bars and spaces in turn, beginning with a bar (ISO/IEC 15417). */
const SYMBOLS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'.split(
    ' ',
  );
const [START_B, START_C, TO_C, TO_B] = [104, 105, 99, 100];
const STOP = '2331112';
/** Fewer digits in a row aren’t worth another set. */
const LEAST_DIGITS = 4;

/** The values of a text: digits in pairs where there are several, all else one by one. */
function valuesOf(text: string): number[] {
  const values: number[] = [];
  let isDigits = false;
  for (let at = 0; at < text.length; ) {
    const run = /^\d+/.exec(text.slice(at))?.[0].length ?? 0;
    const pairs = run - (run % 2);
    const usesDigits = pairs >= LEAST_DIGITS || (isDigits && pairs >= 2);
    // An odd digit goes before the pairs, so that they reach the run’s end.
    const isOdd = !isDigits && usesDigits && run % 2 === 1;
    if (usesDigits && !isOdd) {
      if (!isDigits) values.push(values.length === 0 ? START_C : TO_C);
      values.push(Number(text.slice(at, at + 2)));
      [isDigits, at] = [true, at + 2];
      continue;
    }
    if (values.length === 0) values.push(START_B);
    else if (isDigits) values.push(TO_B);
    values.push(text.charCodeAt(at) - 32);
    [isDigits, at] = [false, at + 1];
  }
  return values;
}

/** A tag as a Code 128 barcode: widths of bars and spaces in turn, in modules. The text has printable ASCII only. */
export function code128(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new RangeError('A barcode has printable ASCII only');
  const values = valuesOf(text);
  const sum = values.reduce((all, value, at) => all + value * Math.max(1, at), 0);
  const widths = [...values, sum % 103].map((value) => SYMBOLS[value] ?? '').join('') + STOP;
  return [...widths].map(Number);
}
