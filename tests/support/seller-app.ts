import { afterAll } from 'vitest';
import { startTestApp } from './app';
import { makeSeller } from './factories';

/** The API over a database of a test file's own, in which there is one seller, and its owner to call as. */
export async function openSellerApp() {
  const app = await startTestApp();
  afterAll(() => app.close());
  const seller = await makeSeller(app.database.db);
  const owner = await app.as(seller.owner.user, seller.org);
  return { app, seller, owner };
}
