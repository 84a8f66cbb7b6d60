import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import type { recordsOf } from '../records';
import { facilityLicense } from './incoming';

type Records = ReturnType<typeof recordsOf>;
/** What `data` gets, beside another list or quantity; `n` is a number of the moment's own. */
type Move = { of: string; to?: string; quantity?: string; data?: (n: number) => object; where?: string };

const MOVED = 'moved';
const EVERY_MS = 10 * 60_000;
const MOST_AT_ONCE = 12;
const BUYERS = ['Corner Leaf', 'Harbor Vine Dispensary', 'Sunset Provisions', 'The Green Door'];

const today = () => new Date().toISOString().slice(0, 10);
const manifest = (n: number) => String(90_000_000 + (n % 9_000_000)).padStart(10, '0');

/** What happens at a state's tracking system in a day, most of it without anybody asking Verdant. */
const MOVES: readonly Move[] = [
  {
    of: 'active',
    to: 'intransit',
    data: (n) => ({ ManifestNumber: manifest(n), RecipientFacilityName: BUYERS[n % BUYERS.length] }),
  },
  { of: 'intransit', to: 'transferred' },
  { of: 'onhold', to: 'active' },
  {
    of: 'active',
    where: `data ->> 'LabTestingState' in ('SubmittedForTesting', 'TestingInProgress')`,
    data: () => ({ LabTestingState: 'TestPassed' }),
  },
  { of: 'active', to: 'onhold' },
  // A count at the vault, a sample taken, a jar broken.
  { of: 'active', quantity: 'greatest(quantity - 1, 0)', where: 'quantity > 4' },
  { of: 'active', where: 'quantity = 0', to: 'inactive', data: () => ({ FinishedDate: today() }) },
];

/** Has a license's packages move as time passes, so that whoever reads its lists finds news: one every ten minutes. */
export async function moveOn(db: Db, records: Records, licenseNumber: string): Promise<void> {
  const last = await records.latest(MOVED, licenseNumber);
  const now = Date.now();
  if (last === undefined) return records.add(MOVED, licenseNumber);
  const due = Math.min(MOST_AT_ONCE, Math.floor((now - last.createdAt.getTime()) / EVERY_MS));
  if (due === 0) return;
  await records.add(MOVED, licenseNumber);
  await movePackages(db, licenseNumber, due);
}

/** Makes so many things happen to a license's packages at once. */
export async function movePackages(db: Db, licenseNumber: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const n = Math.floor(Math.random() * 1_000_000_000);
    if (n % 5 === 0) await receive(db, licenseNumber, n);
    else await move(db, licenseNumber, MOVES[n % MOVES.length] as Move, n);
  }
}

/** The package of a list that comes after a random one, found by its key so that 250,000 don't matter. */
const someOf = (licenseNumber: string, list: string, where = 'true') => sql`
  select id from sandbox_packages
   where license_number = ${licenseNumber} and list = ${list} and ${sql.raw(where)}
     and id >= (select min(id) + (random() * (max(id) - min(id)))::bigint from sandbox_packages
                 where license_number = ${licenseNumber})
   order by id limit 1`;

async function move(db: Db, licenseNumber: string, { of, to, quantity, data, where }: Move, n: number): Promise<void> {
  await db.execute(sql`
    update sandbox_packages
       set list = ${to ?? of}, quantity = ${sql.raw(quantity ?? 'quantity')}, modified_at = clock_timestamp(),
           data = data || ${JSON.stringify(data?.(n) ?? {})}::jsonb
     where id = (${someOf(licenseNumber, of, where)})`);
}

/** A package like one that is there arrives, with a tag and a manifest of its own. */
async function receive(db: Db, licenseNumber: string, n: number): Promise<void> {
  const arrived = {
    ReceivedFromManifestNumber: manifest(n),
    ReceivedFromFacilityName: 'Coldwater Gardens',
    ReceivedFromFacilityLicenseNumber: facilityLicense('Coldwater Gardens'),
    ReceivedDateTime: new Date().toISOString(),
    SourcePackageLabels: '',
    ManifestNumber: null,
    RecipientFacilityName: null,
  };
  await db.execute(sql`
    insert into sandbox_packages (license_number, list, label, quantity, data)
    select license_number, 'active', ${`1A4060300007${String(n).padStart(12, '0')}`}, 10 + ${n}::int % 90,
           data || ${JSON.stringify(arrived)}::jsonb
      from sandbox_packages where id = (${someOf(licenseNumber, 'active')})
        on conflict (license_number, label) do nothing`);
}
