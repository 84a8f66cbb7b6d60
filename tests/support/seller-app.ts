import { afterAll } from 'vitest';
import { startTestApp } from './app';
import { makeSeller } from './factories';

/** The API on a test file's own database with one seller, and its owner as caller. */
export async function openSellerApp() {
  const app = await startTestApp();
  afterAll(() => app.close());
  const seller = await makeSeller(app.database.db);
  const owner = await app.as(seller.owner.user, seller.org);
  return { app, seller, owner };
}
