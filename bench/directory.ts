import { loadavg } from 'node:os';
import { directory } from '../domain/directory/contract';
import { licenseNumberKey } from '../domain/integrations/license-number';
import { randomFrom } from '../server/seed/random';
import { type Registered, sampleRegister } from '../server/seed/specs/register';
import { type FreshServer, withFreshServer } from './fresh-server';
import { mistyped } from './mistyped';
import { verdict } from './verdict';

const LICENSES = Number(process.env.BENCH_LISTINGS ?? 100_000);
const OF_ONE_BUSINESS = 40;
const ASKED = 150;
const GOALS = { search: 1.5, recall: 0.95 };

/** A visitor's search in 100,000 licenses over the best statement by hand, and how many known ones are among the first three. */
export async function benchDirectory(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const register = sampleRegister(LICENSES, { today: '2026-11-01' });
    await fill(server, register);
    console.log(`Directory: ${LICENSES.toLocaleString('en-US')} licenses, load ${loadavg()[0]?.toFixed(1)}`);
    const random = randomFrom(15);
    const known = Array.from({ length: ASKED }, () => random.pick(register));
    const complete = async (searchString: string) => {
      const query = new URLSearchParams({ searchString, directoryListingTypes: 'license' });
      const answer = await fetch(`${server.url}/api${directory.autocomplete.path}?${query}`);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { license: { licenseNumber: string } }[];
    };
    const named = ({ name, dba }: Registered) => dba ?? name;
    const kinds = [
      ['typed right', (one: Registered) => named(one).toLowerCase(), byName],
      ['mistyped', (one: Registered) => mistyped(named(one), random), nearly],
      ['by number', (one: Registered) => one.licenseNumber.replace(/[^a-zA-Z0-9]/g, ' '), byNumber],
    ] as const;
    let found = 0;
    const [all, allByHand] = [[] as number[], [] as number[]];
    for (const [what, typedOf, hand] of kinds) {
      const [ours, theirs] = [[] as number[], [] as number[]];
      for (const one of known) {
        const typed = typedOf(one);
        const start = performance.now();
        const listings = await complete(typed);
        ours.push(performance.now() - start);
        const again = performance.now();
        await hand(server, typed);
        theirs.push(performance.now() - again);
        if (listings.slice(0, 3).some(({ license }) => license.licenseNumber === one.licenseNumber)) found += 1;
      }
      all.push(...ours);
      allByHand.push(...theirs);
      console.log(`  ${what.padEnd(12)} p95 ${p95(ours).toFixed(1)} ms over ${p95(theirs).toFixed(1)}`);
    }
    const ratio = p95(all) / p95(allByHand);
    console.log(
      `  all          p95 ${p95(all).toFixed(1)} ms over ${p95(allByHand).toFixed(1)}: ${verdict(ratio, '≤', GOALS.search)}`,
    );
    console.log(`  known ones in the first three: ${verdict(found / (ASKED * kinds.length), '≥', GOALS.recall)}`);
  });
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

async function fill({ database: { pool } }: FreshServer, register: readonly Registered[]) {
  await pool.query(
    `insert into organizations (name, plan, default_state) select name, 'STARTER', 'CA' from unnest($1::text[]) name`,
    [register.filter((_, at) => at % OF_ONE_BUSINESS === 0).map(({ name }) => name)],
  );
  await pool.query(
    `insert into licenses (org_id, license_number, name, dba, licensee_name, license_type, us_state, address_line_one, city,
                           postal_code, expires_on, stated_status, checked_at, checked_from)
     select (select min(id) from organizations) + n / $2::int, "licenseNumber", name, dba, name, "licenseType", "usState", "lineOne",
            city, "postalCode", "expiresOn", "statedStatus", now() - n % 60 * interval '1 day', 'STATE_REGISTER'
       from json_to_recordset($1::json) as one ("licenseNumber" text, name text, dba text, "licenseType" text,
            "usState" text, "lineOne" text, city text, "postalCode" text, "expiresOn" date, "statedStatus" text, n int)`,
    [JSON.stringify(register.map((one, n) => ({ ...one, n }))), OF_ONE_BUSINESS],
  );
  await pool.query('vacuum analyze');
}

const TEXT = `search_text(l.name || ' ' || coalesce(l.dba, '') || ' ' || l.city)`;
const KEY = `upper(regexp_replace(l.license_number, '[^a-zA-Z0-9]', '', 'g'))`;
const COLUMNS = `l.id, l.name, l.dba, l.city, l.license_number, l.us_state, l.expires_on, l.checked_at, l.checked_from, l.stated_status,
  org.id as org_id, org.name as org_name, org.profile_image_uri`;
const DOUBT = `(l.checked_at is null), (l.checked_at < now() - interval '30 days'), (l.expires_on < now()::date)`;

/** What somebody would write for each: the rows and their business, in the order that is asked for. */
const byName = ({ database: { pool } }: FreshServer, typed: string) => {
  const words = typed.split(' ');
  return pool.query(
    `select ${COLUMNS} from licenses l join organizations org on org.id = l.org_id
      where l.is_public and ${words.map((_, at) => `${TEXT} like '%' || $${at + 2} || '%'`).join(' and ')}
      order by case when search_text(l.name) like $1 || '%' then 0 when search_text(l.dba) like $1 || '%' then 1
        when search_text(l.name) like '%' || $1 || '%' then 2 when search_text(l.city) like $1 || '%' then 3 else 4 end,
        ${DOUBT}, ${words.map((_, at) => `word_similarity($${at + 2}, ${TEXT})`).join(' + ')} desc, lower(l.name), l.id limit 10`,
    [typed, ...words],
  );
};

const nearly = ({ database: { pool } }: FreshServer, typed: string) => {
  const words = typed.split(' ');
  return pool.query(
    `select ${COLUMNS} from licenses l join organizations org on org.id = l.org_id
      where l.is_public and ${words.map((_, at) => `${TEXT} %> $${at + 1}`).join(' and ')}
      order by ${words.map((_, at) => `word_similarity($${at + 1}, ${TEXT})`).join(' + ')} desc, lower(l.name), l.id limit 10`,
    words,
  );
};

const byNumber = ({ database: { pool } }: FreshServer, typed: string) =>
  pool.query(
    `select ${COLUMNS} from licenses l join organizations org on org.id = l.org_id where l.is_public and ${KEY} = $1 limit 10`,
    [licenseNumberKey(typed)],
  );
