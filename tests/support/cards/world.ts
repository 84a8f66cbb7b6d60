import { and, eq } from 'drizzle-orm';
import type { FeatureMap } from '../../../domain/access/features';
import { FEATURE_IDS } from '../../../domain/access/features';
import { DEFAULT_ROLE_IDS } from '../../../domain/access/roles';
import { intakePackages, labReports, orderComments, packages } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../app';
import { makeOffer } from '../deals/factories';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makeItem,
  makeLabReport,
  makeMember,
  makeOrder,
  makeOrg,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../factories';
import { makeIntake } from '../intakes/factories';
import { makePackage } from '../inventory/factories';
import { readOnly } from '../permissions';

export const SIDES = ['seller', 'buyer', 'stranger'] as const;
export type Side = (typeof SIDES)[number];

/** Every default role, one with everything assigned, one that reads all but sees nothing, and one that may do nothing. */
export const ROLES = [...DEFAULT_ROLE_IDS, 'assigned', 'unassigned', 'powerless'] as const;
export type Role = (typeof ROLES)[number];

export type Trader = SellerFixture & { buyer: BuyerFixture };

const ALL: FeatureMap = Object.fromEntries(FEATURE_IDS.map((id) => [id, readOnly]));

/** Three organizations that each sell and buy; the first sold to the second, and has one of everything a card shows. */
export async function makeCardsWorld(app: TestApp) {
  const { db } = app.database;
  const orgs = {} as Record<Side, Trader>;
  for (const side of SIDES) {
    const org = await makeOrg(db, { name: `Cards ${side}` });
    const seller = await makeSeller(db, { org });
    orgs[side] = { ...seller, buyer: await makeBuyer(db, { org }) };
  }
  const { seller, buyer } = orgs;
  const product = await makeProduct(db, seller, { name: 'CANARY jar', quantity: '4711', wholesalePrice: '41.17' });
  const hidden = await makeProduct(db, seller, { quantity: '913', wholesalePrice: '77.31', showQuantity: false });
  const internal = await makeProduct(db, seller, { quantity: '5', wholesalePrice: '66.60', listingState: 'INTERNAL' });
  const customer = await makeCustomer(db, seller, { buyer: buyer.buyer, name: 'CANARY customer' });
  await makePriceSchedule(db, seller, {
    name: 'CANARY schedule',
    enabled: true,
    customerIds: [customer.id],
    productRules: [{ productId: product.id, price: '19.99' }],
  });
  const sold = { buyer: buyer.buyer, customer, lines: [{ product, quantity: '13' }] };
  const { order } = await makeOrder(db, seller, { ...sold, notes: 'CANARY order notes', shipDate: '2031-05-06' });
  const { order: draft } = await makeOrder(db, seller, { ...sold, status: 'DRAFT' });
  await db.insert(orderComments).values({
    orgId: seller.org.id,
    orderId: order.id,
    authorUserId: seller.owner.user.id,
    comment: 'CANARY comment',
  });
  const offered = { product, quantity: '31.5', askingPrice: '38.88' };
  const open = await makeOffer(db, seller, { ...offered, note: 'CANARY offer note' });
  const partners = await makeOffer(db, seller, { ...offered, audience: 'PARTNERS' });
  const closed = await makeOffer(db, seller, { ...offered, status: 'CLOSED' });
  const item = await makeItem(db, seller, { brandId: seller.brand.id, name: 'CANARY item' });
  const held = await makePackage(db, item, { quantity: '987.5' });
  const own = and(eq(packages.orgId, held.orgId), eq(packages.id, held.id));
  await db.update(packages).set({ notes: 'CANARY package notes' }).where(own);
  await makeLabReport(db, held);
  await db.update(labReports).set({ labName: 'CANARY lab' }).where(eq(labReports.orgId, held.orgId));
  const { transfer, labels } = await makeIntake(db, seller, { shipperName: 'CANARY sender', isBlind: true });
  const note = { orgId: seller.org.id, transferId: transfer.id, label: labels[0] ?? '', notes: 'CANARY dock note' };
  await db.insert(intakePackages).values(note);
  const callers = {} as Record<Side, Record<Role, TestCaller>>;
  for (const side of SIDES) callers[side] = await rolesOf(app, orgs[side]);
  const refs = [
    ...[order, draft].map(({ id }) => `order:${id}`),
    ...[open, partners, closed].map(({ uuid }) => `deal:${uuid}`),
    `package:${held.id}`,
    `intake:${transfer.id}`,
    ...[product, hidden, internal].map(({ id }) => `product:${id}`),
  ];
  return { orgs, callers, refs, order, draft, transfer, labels, product };
}
export type CardsWorld = Awaited<ReturnType<typeof makeCardsWorld>>;

async function rolesOf(app: TestApp, of: Trader): Promise<Record<Role, TestCaller>> {
  const { db } = app.database;
  const member = async (options: Parameters<typeof makeMember>[2]) =>
    app.as((await makeMember(db, of.org, options)).user, of.org);
  const assigned = {
    licenseIds: [of.license.id, of.buyer.license.id],
    brandIds: [of.brand.id],
    companyIds: [of.company.id],
  };
  return {
    OWNER: await app.as(of.owner.user, of.org),
    ADMIN: await member({ defaultRoleId: 'ADMIN' }),
    USER: await member({ defaultRoleId: 'USER' }),
    assigned: await member({ features: ALL, ...assigned }),
    unassigned: await member({ features: ALL }),
    powerless: await member({ features: {}, ...assigned }),
  };
}
