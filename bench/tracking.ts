import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { tracking } from '../domain/integrations/contract';
import { demoTrackingKey } from '../server/sandbox/demo-keys';
import { makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { verdict } from './verdict';

const PACKAGES = Number(process.env.BENCH_PACKAGES ?? 60_000);
/** The tracking system's limit for one license: 50 reads a second of 20 records. */
const LIMIT = 50 * 20;
const ITEMS = 400;
const GOALS = { history: 0.95 };

/** The history of a license read at the sandbox over what the rate limit allows, and its CPU. */
export async function benchTracking(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const seller = await makeSeller(server.database.db);
    const token = await mintToken(server.database.db, server.config, seller.owner.user.subject, { expiresIn: 7200 });
    const headers = {
      authorization: `Bearer ${token}`,
      'org-id': String(seller.org.id),
      'content-type': 'application/json',
    };
    await fillSandbox(server, seller.license.licenseNumber);
    await measureHistory(server, { seller, headers });
  });
}

type Seller = Awaited<ReturnType<typeof makeSeller>>;

/** Packages that only the sandbox has, changed over five years. */
async function fillSandbox({ database }: FreshServer, licenseNumber: string): Promise<void> {
  await database.pool.query(
    `insert into sandbox_packages (license_number, list, label, quantity, data, modified_at)
     select $1, (array['active', 'active', 'active', 'inactive', 'onhold'])[1 + n % 5],
            '1A4060300002199' || lpad(n::text, 9, '0'), (n * 7) % 900,
            jsonb_build_object('Item', jsonb_build_object('Id', 1 + n % $3, 'Name', 'Item ' || (n % $3),
                'ProductCategoryName', 'Buds (prepackaged)', 'UnitOfMeasureName', 'Each'),
              'UnitOfMeasureName', 'Each', 'LabTestingState', 'TestPassed'),
            timestamptz '2021-06-01' + (n::float8 / $2) * interval '1826 days'
       from generate_series(1, $2::int) as n`,
    [licenseNumber, PACKAGES, ITEMS],
  );
  await database.pool.query('analyze sandbox_packages');
}

const cpuSeconds = (pid: number) => {
  const text = execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' });
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

async function measureHistory(
  { url, database, pid }: FreshServer,
  { seller, headers }: { seller: Seller; headers: Record<string, string> },
): Promise<void> {
  const path = tracking.startLicenseSync.path.replace(':orgId', String(seller.org.id));
  const body = JSON.stringify({ licenseId: seller.license.id, metrcApiKey: demoTrackingKey(seller.org.id, 'CA') });
  const [start, cpu] = [performance.now(), cpuSeconds(pid)];
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    body,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  for (;;) {
    await new Promise((done) => setTimeout(done, 200));
    const { rows } = await database.pool.query('select compared_at from license_syncs where license_id = $1', [
      seller.license.id,
    ]);
    if (rows[0]?.compared_at) break;
  }
  const seconds = (performance.now() - start) / 1000;
  const { rows } = await database.pool.query('select count(*)::int as kept from packages');
  if (rows[0].kept !== PACKAGES) throw new Error(`${rows[0].kept} of ${PACKAGES} packages were kept`);
  const rate = PACKAGES / seconds;
  console.log(`tracking: history of ${PACKAGES.toLocaleString('en-US')} packages, load ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    `  ${Math.round(rate)} packages a second over the limit's ${LIMIT}: ${verdict(rate / LIMIT, '≥', GOALS.history)}`,
  );
  console.log(
    `  the server's CPU, the sandbox in it: ${(((cpuSeconds(pid) - cpu) / seconds) * 100).toFixed(0)} % of one core`,
  );
}
