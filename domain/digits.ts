const DIGITS = /^(0|[1-9]\d*)$/;

/** The whole number that a text writes in digits alone; `1e0`, `0x1`, `01`, ` 1 ` and whatever isn't text as given. */
export function readDigits(given: unknown): unknown {
  return typeof given === 'string' && DIGITS.test(given) ? Number(given) : given;
}
