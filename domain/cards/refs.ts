/** What a message can show a card of. */
export const CARD_KINDS = ['order', 'deal', 'package', 'intake', 'product'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** Cards under one message, and those one call reads. */
export const MOST_CARDS = 3;
export const MOST_CARDS_READ = 30;

/** A record a message links to: an offer by its uuid, others by their number. */
export type CardRef = { kind: CardKind; id: string };

const NUMBER = /^[1-9]\d{0,14}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isId = (kind: CardKind, id: string): boolean => (kind === 'deal' ? UUID : NUMBER).test(id);

/** A reference as an address names it: "order:12". */
export const refText = ({ kind, id }: CardRef): string => `${kind}:${id}`;

/** The reference that such a text is; null for any other. */
export function readRef(text: string): CardRef | null {
  const [kind = '', id = '', ...more] = text.split(':');
  const known = CARD_KINDS.find((one) => one === kind);
  return known && more.length === 0 && isId(known, id) ? { kind: known, id } : null;
}

/** What stands between addresses, or around one: blanks, brackets, quotation marks, markdown. */
const BETWEEN = /[\s()<>[\]{}"“”‘’'`*|\\^]+/;
/** What ends a sentence isn't part of its last address. */
const TRAILING = /[.,;:!?…_~]+$/;

/**
 * The records that a text links to, in its order and each once, at most three. Only addresses of our own pages count: a
 * path, or one that begins with `origin`.
 */
export function refsIn(text: string, origin: string): CardRef[] {
  const found = new Map<string, CardRef>();
  for (const word of text.split(BETWEEN)) {
    const ref = refOfAddress(word.replace(TRAILING, ''), origin);
    if (ref) found.set(refText(ref), ref);
    if (found.size === MOST_CARDS) break;
  }
  return [...found.values()];
}

/** The record whose page an address is; null for other pages and for anything elsewhere. */
export function refOfAddress(address: string, origin: string): CardRef | null {
  const isPath = address.startsWith('/') && !address.startsWith('//');
  if (!isPath && !address.startsWith(`${origin}/`)) return null;
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin ? refOfPage(url.pathname.replace(/\/+$/, ''), url.searchParams) : null;
}

function refOfPage(path: string, search: URLSearchParams): CardRef | null {
  const named = (kind: CardKind, id: string | null | undefined): CardRef | null => {
    const text = id?.toLowerCase() ?? '';
    return isId(kind, text) ? { kind, id: text } : null;
  };
  const [first, second, third, ...more] = path.split('/').slice(1);
  if (first === 'inventory' && second === undefined) return named('package', search.get('edit'));
  if (first === 'deals') return third === undefined ? named('deal', second) : null;
  if (first === 'marketplace' && second === 'brands') return third ? named('product', search.get('product')) : null;
  if (more.length > 0) return null;
  if (first === 'orders' && second === 'purchases') return named('order', third);
  if (first === 'orders') return third === undefined ? named('order', second) : null;
  if (first === 'fulfillment' && second === 'intakes') return named('intake', third);
  if (first === 'inventory' && second === 'products') return named('product', third);
  return null;
}
