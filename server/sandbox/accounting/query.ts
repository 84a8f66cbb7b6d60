import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { sandboxEntities } from '../../db/schema';
import { refusals } from './refusal';
import { type Entity, isOf, KINDS, type Kind } from './store';

const MOST = 1_000;
const { data, entityId, modifiedAt } = sandboxEntities;
const text = (name: string) => sql`${data} ->> ${sql.raw(`'${name}'`)}`;

/** What can be asked for, by the API's names; notes can't. */
const FIELDS: Record<string, { value: SQL; as: 'text' | 'number' | 'instant' | 'flag' }> = {
  id: { value: sql`${entityId}`, as: 'text' },
  docnumber: { value: text('DocNumber'), as: 'text' },
  txndate: { value: text('TxnDate'), as: 'text' },
  displayname: { value: text('DisplayName'), as: 'text' },
  name: { value: text('Name'), as: 'text' },
  sku: { value: text('Sku'), as: 'text' },
  accounttype: { value: text('AccountType'), as: 'text' },
  customerref: { value: sql`${data} -> 'CustomerRef' ->> 'value'`, as: 'text' },
  totalamt: { value: sql`(${data} ->> 'TotalAmt')::numeric`, as: 'number' },
  balance: { value: sql`(${data} ->> 'Balance')::numeric`, as: 'number' },
  active: { value: sql`coalesce((${data} ->> 'Active')::boolean, true)`, as: 'flag' },
  'metadata.createtime': { value: sql`(${data} ->> 'createTime')::timestamptz`, as: 'instant' },
  'metadata.lastupdatedtime': { value: sql`${modifiedAt}`, as: 'instant' },
};

const WORD = /\s*(?:'((?:[^'\\]|\\.)*)'|(<=|>=|!=|[=<>(),*])|([\w.:+-]+))/y;

type Token = { text: string; isQuoted: boolean };

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  WORD.lastIndex = 0;
  const end = query.trimEnd().length;
  while (WORD.lastIndex < end) {
    const at = WORD.lastIndex;
    const found = WORD.exec(query);
    if (!found) throw refusals.query(`Encountered an unexpected character at ${at}`);
    const [, quoted, sign, word] = found;
    tokens.push(
      quoted === undefined
        ? { text: sign ?? word ?? '', isQuoted: false }
        : { text: quoted.replace(/\\(.)/g, '$1'), isQuoted: true },
    );
  }
  return tokens;
}

export type Answer = { kind: Kind; isCount: boolean; total: number; start: number; records: Entity[] };

/** Answers a query of the API's language: one kind, conditions all of which must be true, an order and a page. */
export async function answerQuery(db: Db, realm: string, query: string): Promise<Answer> {
  const tokens = tokensOf(query);
  let at = 0;
  const peek = () => tokens[at]?.text.toLowerCase() ?? '';
  const next = (): Token => {
    const token = tokens[at];
    if (!token) throw refusals.query('Encountered the end of the query');
    at += 1;
    return token;
  };
  const expectWord = (...words: string[]) => {
    const { text: said } = next();
    if (!words.includes(said.toLowerCase()))
      throw refusals.query(`Encountered "${said}", expected ${words.join(' or ')}`);
  };
  expectWord('select');
  let isCount = false;
  if (peek() === 'count') {
    for (const word of ['count', '(', '*', ')']) expectWord(word);
    isCount = true;
  } else while (peek() !== 'from') next();
  expectWord('from');
  const named = next().text;
  const kind = KINDS.find((one) => one.toLowerCase() === named.toLowerCase());
  if (!kind) throw refusals.query(`Invalid context declaration ${named}`);
  const conditions: SQL[] = [];
  let asksActive = false;
  if (peek() === 'where') {
    do {
      next();
      const name = next().text.toLowerCase();
      const field = FIELDS[name];
      if (!field) throw refusals.query(`Property ${name} is not queryable`);
      asksActive ||= name === 'active';
      conditions.push(condition(field, next().text.toLowerCase(), next));
    } while (peek() === 'and');
  }
  let order: SQL = asc(sandboxEntities.id);
  if (peek() === 'orderby' || peek() === 'order') {
    if (next().text.toLowerCase() === 'order') expectWord('by');
    const field = FIELDS[next().text.toLowerCase()];
    if (!field) throw refusals.query('Unknown property to order by');
    const isDown = peek() === 'desc';
    if (isDown || peek() === 'asc') next();
    order = isDown ? desc(field.value) : asc(field.value);
  }
  let [start, most] = [1, 100];
  while (at < tokens.length) {
    const word = next().text.toLowerCase();
    const value = Number(next().text);
    if (word === 'startposition' && value >= 1) start = value;
    else if (word === 'maxresults' && value >= 1 && value <= MOST) most = value;
    else throw refusals.query(`Encountered "${word}"`);
  }
  const hasActive = kind === 'Customer' || kind === 'Item' || kind === 'Account';
  const where = and(
    isOf(realm, kind, eq(sandboxEntities.isDeleted, false)),
    ...(hasActive && !asksActive ? [sql`${FIELDS.active?.value}`] : []),
    ...conditions,
  );
  if (isCount) return { kind, isCount, total: await db.$count(sandboxEntities, where), start, records: [] };
  const records = await db
    .select()
    .from(sandboxEntities)
    .where(where)
    .orderBy(order, asc(sandboxEntities.id))
    .offset(start - 1)
    .limit(most);
  return { kind, isCount, total: records.length, start, records };
}

function condition({ value, as }: (typeof FIELDS)[string], sign: string, next: () => Token): SQL {
  const read = (): SQL => {
    const { text: said } = next();
    if (as === 'flag') return sql`${said.toLowerCase() === 'true'}::boolean`;
    if (as === 'number') return sql`${said}::numeric`;
    if (as === 'instant') return sql`${said}::timestamptz`;
    return sql`${said}::text`;
  };
  if (sign === 'in') {
    const values: SQL[] = [];
    if (next().text !== '(') throw refusals.query('Expected ( after IN');
    do values.push(read());
    while (next().text === ',');
    return inArray(value, values);
  }
  if (sign === 'like') return sql`${value} ilike ${read()}`;
  if (!['=', '<', '>', '<=', '>='].includes(sign)) throw refusals.query(`Encountered "${sign}"`);
  return sql`${value} ${sql.raw(sign)} ${read()}`;
}
