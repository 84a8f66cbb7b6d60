import { loadavg } from 'node:os';
import { chat } from '../domain/chat/contract';
import { SEARCH_PAGE } from '../domain/chat/message-search';
import { makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { middle, verdict } from './verdict';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const CHANNELS = 4_000;
const OWN_CHANNELS = 40;
const WORDS = 20_000;
const PORTION = 50_000;
const ROUNDS = 20;
/** Milliseconds that 95 of 100 searches take, and a search over opening a channel. */
const GOALS = { p95: 100, ratio: 4 };

type Search = { name: string; text?: string; from?: string; more?: true };

/** Searches by somebody in 40 of some thousand channels with a million messages, beside opening the largest of theirs. */
export async function benchChatSearch(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { db } = server.database;
    const seller = await makeSeller(db);
    const { user } = seller.owner;
    const headers = {
      authorization: `Bearer ${await mintToken(db, server.config, user.subject, { expiresIn: 3600 })}`,
      'org-id': String(seller.org.id),
    };
    const grant = await fetch(`${server.url}/api${chat.token.path}`, { headers });
    const { token, basePath } = (await grant.json()) as { token: string; basePath: string };
    await fill(server, user.id);
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${server.url}${basePath}${path}`, {
        ...init,
        headers: { authorization: token, 'content-type': 'application/json' },
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { results?: unknown[]; next?: string };
    };
    const open = () => ask('/channels/team/1/query', { method: 'POST', body: '{}' });
    const search = async ({ text, from, more }: Search) => {
      const payload = {
        filter_conditions: { members: { $in: [user.id] } },
        message_filter_conditions: {
          ...(text === undefined ? {} : { text: { $autocomplete: text } }),
          ...(from === undefined ? {} : { 'user.id': { $in: [from] } }),
        },
        sort: [{ field: 'created_at', direction: -1 }],
        limit: SEARCH_PAGE,
      };
      const page = await ask(`/search?payload=${encodeURIComponent(JSON.stringify(payload))}`);
      if (!more || page.next === undefined) return page.results?.length ?? 0;
      const next = await ask(`/search?payload=${encodeURIComponent(JSON.stringify({ ...payload, next: page.next }))}`);
      return next.results?.length ?? 0;
    };
    const searches: Search[] = [
      { name: 'in a third of messages', text: 'w1 ' },
      { name: 'two common words', text: 'w1 w2' },
      { name: 'common, begun', text: 'w1' },
      { name: 'one in a thousand', text: 'w1500 ' },
      { name: 'rare', text: 'w19876 ' },
      { name: 'rare and common', text: 'w1 w19876' },
      { name: 'nobody wrote it', text: 'nothing' },
      { name: 'common, from a person', text: 'w1 ', from: 'person-7' },
      { name: 'from a person', from: 'person-7' },
    ];
    console.log(
      `\nSearch over ${MESSAGES.toLocaleString('en-US')} messages in ${CHANNELS} channels, of them ${OWN_CHANNELS} one’s own`,
    );
    const opened: number[] = [];
    const all: number[] = [];
    for (const one of searches) {
      const times: number[] = [];
      let found = 0;
      for (let round = -3; round < ROUNDS; round++) {
        const [ms] = await timed(open);
        const [took, results] = await timed(() => search(one));
        found = results;
        if (round < 0) continue;
        opened.push(ms);
        times.push(took);
      }
      all.push(...times);
      console.log(`  ${one.name.padEnd(24)}${middle(times).toFixed(1).padStart(8)} ms, ${found} found`);
    }
    const p95 = all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN;
    console.log(`  95 of 100 take at most ${verdict(p95, '≤', GOALS.p95)} ms`);
    console.log(
      `  the middle over opening a channel (${middle(opened).toFixed(1)} ms) ${verdict(middle(all) / middle(opened), '≤', GOALS.ratio)}`,
    );
  });
  console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const done = await work();
  return [performance.now() - start, done];
}

/** Channels of very different sizes, the largest with a twentieth of all messages, which are of words some common, most rare. */
async function fill({ database: { pool } }: FreshServer, me: string): Promise<void> {
  await pool.query(
    `insert into sandbox_chat_users (id, name) select $1, 'Ada' union all
    select 'person-' || n, 'Person ' || n from generate_series(0, 199) n on conflict do nothing`,
    [me],
  );
  await pool.query(
    `insert into sandbox_chat_channels (cid, data) select 'team:' || n, '{"name": "Channel"}' from generate_series(1, $1::int) n`,
    [CHANNELS],
  );
  await pool.query(
    `insert into sandbox_chat_members (cid, user_id, last_read)
     select 'team:' || n, $1, 1000000000 from generate_series(1, $2::int) n where n % $3::int = 1
     union all select 'team:' || n, 'person-' || n % 200, 1000000000 from generate_series(1, $2::int) n`,
    [me, CHANNELS, CHANNELS / OWN_CHANNELS],
  );
  for (let first = 0; first < MESSAGES; first += PORTION) {
    await pool.query(
      `insert into sandbox_chat_messages (id, cid, user_id, text, created_at)
       select 'm' || n, 'team:' || ceil($3 * power(random(), 2.5) + 0.0001)::int, 'person-' || n % 200,
              (select string_agg('w' || ceil($4 * power(random(), 4) + 0.0001)::int, ' ') from generate_series(1, 12) where n >= 0),
              now() - (($5::int - n) || ' seconds')::interval
         from generate_series($1::int, $2::int) n`,
      [first, first + PORTION - 1, CHANNELS, WORDS, MESSAGES],
    );
  }
  await pool.query('vacuum analyze');
}
