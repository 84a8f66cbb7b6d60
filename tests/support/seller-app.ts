import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp, type TestCaller } from './app';
import { makeSeller, type SellerFixture } from './factories';

/** The API on a test file's own database with one seller, and its owner as caller. */
export async function openSellerApp() {
  const app = await startTestApp();
  afterAll(() => app.close());
  const seller = await makeSeller(app.database.db);
  const owner = await app.as(seller.owner.user, seller.org);
  return { app, seller, owner };
}

type SellerApp = { app: TestApp; seller: SellerFixture; owner: TestCaller };

/**
 * The API on a test file's own database, and before each test a new seller with its owner as caller:
 *
 *     let app: TestApp;
 *     let seller: SellerFixture;
 *     let owner: TestCaller;
 *     eachWithSeller((now) => ({ app, seller, owner } = now));
 */
export function eachWithSeller(take: (now: SellerApp) => unknown): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    const seller = await makeSeller(app.database.db);
    take({ app, seller, owner: await app.as(seller.owner.user, seller.org) });
  });
  afterAll(() => app?.close());
}
