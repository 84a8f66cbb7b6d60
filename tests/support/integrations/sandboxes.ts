import { asc, eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { wholesale } from '../../../domain/integrations/contract';
import { licenses } from '../../../domain/licenses/contract';
import { sandboxRecords } from '../../../server/db/schema';
import type { TestApp } from '../app';
import { makeSeller } from '../factories';

type Sandbox = 'tracking' | 'wholesale';

/** Presses a button of a sandbox's page. */
export async function press({ url }: Pick<TestApp, 'url'>, path: string, subject = ''): Promise<void> {
  const response = await fetch(`${url}/sandbox/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ subject }),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`${path}: ${response.status}`);
}

/** Makes a sandbox refuse a key it accepts, or accept it again. */
export const toggleKey = (app: Pick<TestApp, 'url'>, sandbox: Sandbox, key: string) =>
  press(app, `${sandbox}/revoke`, key);

/** Takes a sandbox offline during the work, and waits until the app, which leaves a silent service alone, uses it again. */
export async function whileOut(app: TestApp, sandbox: Sandbox, work: () => Promise<void>): Promise<void> {
  await press(app, `${sandbox}/outage`);
  try {
    await work();
  } finally {
    await press(app, `${sandbox}/outage`);
  }
  await untilUsed(app, sandbox);
}

/** A key that it doesn't know is refused by the service itself, so it was asked. */
async function untilUsed(app: TestApp, sandbox: Sandbox): Promise<void> {
  const { org, owner } = await makeSeller(app.database.db);
  const caller = await app.as(owner.user, org);
  const unknown = 'nobody-ever-had-this-key';
  const params = { orgId: org.id };
  const ask = () =>
    sandbox === 'tracking'
      ? caller.call(licenses.claimable, { body: { state: 'CA', metrcApiKey: unknown } })
      : caller.call(wholesale.connect, { params, body: { ...params, stateAbbv: 'CA', apiKey: unknown } });
  await vi.waitFor(async () => expect((await ask()).status).toBe(400), { timeout: 30_000, interval: 100 });
}

/** An order's changes received by the wholesale sandbox, in order. */
export async function sentMoves({ database }: Pick<TestApp, 'database'>, externalId: string): Promise<string[]> {
  const rows = await database.db
    .select({ data: sandboxRecords.data })
    .from(sandboxRecords)
    .where(eq(sandboxRecords.subject, externalId))
    .orderBy(asc(sandboxRecords.id));
  return rows.map(({ data }) => (data as { action: string }).action);
}
