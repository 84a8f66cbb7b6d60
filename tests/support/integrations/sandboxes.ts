import { asc, eq } from 'drizzle-orm';
import { sandboxRecords } from '../../../server/db/schema';
import type { TestApp } from '../app';

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

/** Takes a sandbox offline during the work. */
export async function whileOut(app: Pick<TestApp, 'url'>, sandbox: Sandbox, work: () => Promise<void>): Promise<void> {
  await press(app, `${sandbox}/outage`);
  try {
    await work();
  } finally {
    await press(app, `${sandbox}/outage`);
  }
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
