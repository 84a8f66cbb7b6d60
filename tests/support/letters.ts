import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { mailbox } from '../../server/db/schema';
import type { TestApp } from './app';

/** The letters to an address, once there are so many. */
export async function lettersTo({ database }: TestApp, recipient: string, count: number) {
  for (;;) {
    const letters = await database.db.select().from(mailbox).where(eq(mailbox.recipient, recipient));
    if (letters.length >= count) return letters;
    await wait(50);
  }
}
