import { asc, eq } from 'drizzle-orm';
import { sandboxRecords } from '../../server/db/schema';
import type { TestApp } from './app';

type Sandbox = 'tracking' | 'wholesale';

async function press({ url }: Pick<TestApp, 'url'>, path: string, subject = ''): Promise<void> {
  const response = await fetch(`${url}/sandbox/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ subject }),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`${path}: ${response.status}`);
}

/** Has a stand-in refuse a key it accepts, or accept it again. */
export const toggleKey = (app: Pick<TestApp, 'url'>, sandbox: Sandbox, key: string) =>
  press(app, `${sandbox}/revoke`, key);

/** Puts a stand-in out of order for as long as the work takes. */
export async function whileOut(app: Pick<TestApp, 'url'>, sandbox: Sandbox, work: () => Promise<void>): Promise<void> {
  await press(app, `${sandbox}/outage`);
  try {
    await work();
  } finally {
    await press(app, `${sandbox}/outage`);
  }
}

/** The changes of an order that the wholesale stand-in received, in their order. */
export async function sentMoves({ database }: Pick<TestApp, 'database'>, externalId: string): Promise<string[]> {
  const rows = await database.db
    .select({ data: sandboxRecords.data })
    .from(sandboxRecords)
    .where(eq(sandboxRecords.subject, externalId))
    .orderBy(asc(sandboxRecords.id));
  return rows.map(({ data }) => (data as { action: string }).action);
}
