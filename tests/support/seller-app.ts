import { beforeEach } from 'vitest';
import { openApp, type TestApp, type TestCaller } from './app';
import { makeMember, makeSeller, type SellerFixture } from './factories';

/** The API on a test file's own database with one seller, and its owner as caller. */
export async function openSellerApp() {
  const app = await openApp();
  const seller = await makeSeller(app.database.db);
  const owner = await app.as(seller.owner.user, seller.org);
  return { app, seller, owner };
}

/** The same with another organization's seller, whose owner is the stranger. */
export async function openSellerAndStranger() {
  const opened = await openSellerApp();
  const other = await makeSeller(opened.app.database.db);
  return { ...opened, other, stranger: await opened.app.as(other.owner.user, other.org) };
}

/** Another member of the seller's, assigned its company, brand and license unless the values say otherwise. */
export async function memberOf(
  { app, seller }: Pick<SellerApp, 'app' | 'seller'>,
  values: Parameters<typeof makeMember>[2],
): Promise<TestCaller> {
  const { company, brand, license } = seller;
  const assigned = { companyIds: [company.id], brandIds: [brand.id], licenseIds: [license.id] };
  const { user } = await makeMember(app.database.db, seller.org, { ...assigned, ...values });
  return app.as(user, seller.org);
}

/** Someone of another organization. */
export async function strangerTo({ app }: Pick<SellerApp, 'app'>): Promise<TestCaller> {
  const other = await makeSeller(app.database.db);
  return app.as(other.owner.user, other.org);
}

type SellerApp = { app: TestApp; seller: SellerFixture; owner: TestCaller };

/**
 * The API on a test file's own database, and before each test a new seller with its owner as caller:
 *
 *     let app: TestApp;
 *     let seller: SellerFixture;
 *     let owner: TestCaller;
 *     await eachWithSeller((now) => ({ app, seller, owner } = now));
 */
export async function eachWithSeller(take: (now: SellerApp) => unknown): Promise<void> {
  const app = await openApp();
  beforeEach(async () => {
    const seller = await makeSeller(app.database.db);
    take({ app, seller, owner: await app.as(seller.owner.user, seller.org) });
  });
}
