import { compare, decimal, floor, isEqual, type Money, parseSigned } from './money';

/**
 * The one rule of reading numbers that people type or paste, in fields, cells, files and blocks of lines. Blanks around a
 * number, commas between thousands, the $ of an amount and the % of a percentage are understood; all else is refused
 * with a sentence, so that no number is ever made of a part of what was typed.
 */
export const TYPED = {
  money: { needs: 'Must be an amount, such as 18.00', decimals: 2 },
  percent: { needs: 'Must be a percentage, such as 10 or 7.5', decimals: 2 },
  quantity: { needs: 'Must be a number, such as 12', decimals: 6 },
  whole: { needs: 'Must be a whole number, such as 30', decimals: 0 },
} as const;
export type TypedKind = keyof typeof TYPED;

/** Why a text isn't the number it should be. */
type Fault = 'unreadable' | 'commas' | 'negative' | 'decimals' | 'large';

/** A text read: the exact number, '' when it was blank; or a sentence about what is wrong with it. */
export type Typed =
  | { amount: Money | ''; problem: null; fault: null }
  | { amount: null; problem: string; fault: Fault };

const DIGITS = 12;
const LIMIT = `1${'0'.repeat(DIGITS)}`;
/** Far more than a number needs, and fewer than are counted exactly. */
const MOST_CHARACTERS = 40;

/**
 * `signed` takes negative numbers too; `unlimited` leaves too many digits to a rule that says so itself; `decimals` takes
 * more or fewer of them than its kind does.
 */
type Options = { signed?: boolean; unlimited?: boolean; decimals?: number };

/** Reads what somebody typed. */
export function readTyped(kind: TypedKind, text: string, options: Options = {}): Typed {
  const plain = withoutMark(kind, text.trim());
  if (plain === '') return { amount: '', problem: null, fault: null };
  const amount = plain.length > MOST_CHARACTERS ? null : parseSigned(plain);
  const fault = amount === null ? faultOf(plain) : judge(kind, amount, options);
  if (amount === null || fault !== null) {
    const found = fault ?? 'unreadable';
    return { amount: null, problem: sentenceOf(kind, found, options), fault: found };
  }
  return { amount, problem: null, fault: null };
}

/** Without the mark of its kind: the $ before an amount, the % after a percentage. Alone they are no blank. */
function withoutMark(kind: TypedKind, text: string): string {
  const [, sign = '', rest = text] =
    (kind === 'money' && /^([-−]?)\s*\$\s*(.+)$/.exec(text)) || /^([-−])\s*(.+)$/.exec(text) || [];
  const bare = kind === 'percent' ? rest.replace(/(\S)\s*%$/, '$1') : rest;
  return sign === '' ? bare : `-${bare}`;
}

const COMMAS = /^-?\$?[\d.]*\d,[\d.,]*$/;

const faultOf = (plain: string): Fault => (COMMAS.test(plain) ? 'commas' : 'unreadable');

function judge(kind: TypedKind, amount: Money, options: Options): Fault | null {
  const { signed = false, unlimited = false, decimals = TYPED[kind].decimals } = options;
  if (!signed && compare(amount, 0) < 0) return 'negative';
  if (unlimited) return null;
  if (!isEqual(floor(amount, decimals), amount)) return 'decimals';
  return decimal(amount).abs().lt(LIMIT) ? null : 'large';
}

function sentenceOf(kind: TypedKind, fault: Fault, { decimals = TYPED[kind].decimals }: Options): string {
  const { needs } = TYPED[kind];
  switch (fault) {
    case 'unreadable':
      return needs;
    case 'commas':
      return kind === 'money'
        ? 'Use commas only between thousands, as in 1,500.00'
        : 'Use commas only between thousands, as in 1,500, and a point before decimals';
    case 'negative':
      return 'Must be 0 or more';
    case 'decimals':
      return decimals === 0 ? 'Must be a whole number' : `Maximum ${decimals} decimal places allowed`;
    default:
      return 'Must be less than 1,000,000,000,000';
  }
}

/** The exact number of what somebody typed; what can't be read stays as it is, to be refused at its field. */
export const typedAmount = (kind: TypedKind, text: string, options?: Options): string =>
  readTyped(kind, text, options).amount ?? text;

/** The exact number, null when blank; what can't be read stays as it is, to be refused at its field. */
export const typedOrNull = (kind: TypedKind, text: string): string | null => typedAmount(kind, text) || null;

/** A whole number as one, null when blank, not a number when it can't be read. */
export function typedCount(text: string): number | null {
  const { amount } = readTyped('whole', text);
  return amount === '' ? null : Number(amount ?? Number.NaN);
}

/** The exact number of a cell that may not be blank. Raises with the sentence about what is wrong, or what it `needs`. */
export function requireTyped(kind: TypedKind, text: string, needs: string = TYPED[kind].needs): Money {
  const { amount, problem, fault } = readTyped(kind, text);
  if (amount !== null && amount !== '') return amount;
  throw new Error(problem === null || fault === 'unreadable' ? needs : problem);
}

/** Whether a spreadsheet made a power of ten of a long number, such as 1.23E+11; its digits are lost. */
export const isShortened = (text: string): boolean => /^\d(?:(?:\.\d+)?E\+|\.\d+E)\d{2,}$/i.test(text.trim());

/** Why such a number can't be taken. */
export const whyShortened = (text: string): string =>
  `a spreadsheet shortened this number to ${text.trim()}. Format its column as text and enter it again`;
