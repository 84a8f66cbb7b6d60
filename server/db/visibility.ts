// Over 350 lines: which rows somebody sees is decided here alone.
import { and, eq, inArray, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAllowed } from '../../domain/access/ability';
import type { AccessLevel } from '../../domain/access/features';
import type { Membership } from '../../domain/access/roles';
import { seesEverything } from '../../domain/access/roles';
import { SELLERS_OWN_STATUSES } from '../../domain/orders/status';
import type { Db } from './client';
import { isOneOf } from './page';
import {
  approvalRequests,
  brands,
  buyerLicenses,
  carts,
  chatChannels,
  chatMembers,
  companies,
  customers,
  dealBids,
  harvests,
  licenses,
  offers,
  orders,
  orgChannelMembers,
  packages,
  partnerBrands,
  priceSchedules,
  products,
  roadmapEntries,
  sharedBrands,
  trackingDifferences,
  trackingItems,
  userBlocks,
} from './schema';

/** Always true. */
const all = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`false`;

/** The licenses of its organization a member may see: all for a default role, else the assigned ones. */
export function visibleLicenses(membership: Membership): SQL {
  const own = all(eq(licenses.orgId, membership.orgId), isNull(licenses.removedAt));
  if (seesEverything(membership)) return own;
  return all(own, isOneOf(licenses.id, membership.licenseIds));
}

/**
 * The buyer licenses of its organization a member may buy for: all for a default role, else the assigned ones. Those of
 * removed licenses are among them, for the orders placed with them.
 */
export function visibleBuyerLicenses(membership: Membership): SQL {
  const own = eq(buyerLicenses.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  return all(own, isOneOf(buyerLicenses.licenseId, membership.licenseIds));
}

/** Whether a member may buy for a license of its organization. */
export function seesLicense(membership: Membership, licenseId: number): boolean {
  return seesEverything(membership) || membership.licenseIds.includes(licenseId);
}

/** The brands of its organization a member may see: all for a default role, else the assigned ones. */
export function visibleBrands(membership: Membership): SQL {
  const own = eq(brands.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  return all(own, isOneOf(brands.id, membership.brandIds));
}

/**
 * Whether a row of `partner_brands` is an agreement in force with the organization that has the brand; a request, or what
 * was refused or has ended, grants nothing. `partner` and `brand` are the tables' names in the statement.
 */
export const isAgreed = (partner: SQL, brand: SQL): SQL =>
  sql`(${partner}.status = 'ACCEPTED' and (${partner}.ends_at is null or ${partner}.ends_at > now())
    and ${brand}.org_id = ${partner}.owner_org_id)`;

/**
 * Whether a row of `shared_brands` shows the packages of its brand at its license to the organization that has the brand: it
 * does while it is shared, enabled and not over. The names are the tables' in the statement.
 */
export const isShown = (share: SQL, brand: SQL): SQL =>
  sql`(${share}.status = 'SHARED' and ${share}.enabled and (${share}.ends_at is null or ${share}.ends_at > now())
    and ${brand}.org_id = ${share}.owner_org_id)`;

/**
 * The brands of other organizations a member's organization is a partner of, joined to their brands: all for a default
 * role, else the assigned ones. Disabled brands and those their owner no longer has are left out.
 */
export function visiblePartnerBrands(membership: Membership): SQL {
  const shared = all(
    eq(partnerBrands.orgId, membership.orgId),
    isAgreed(sql`${partnerBrands}`, sql`${brands}`),
    eq(brands.disabled, false),
  );
  if (seesEverything(membership)) return shared;
  return all(shared, isOneOf(partnerBrands.brandId, membership.brandIds));
}

/**
 * The agreements and requests of its organization with owners of brands that a member may see: all for a default role, else
 * those for the assigned brands, and what they asked for themselves.
 */
export function visiblePartnerships(membership: Membership): SQL {
  const own = eq(partnerBrands.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  const asked = eq(partnerBrands.requestedByUserId, membership.userId);
  return all(own, sql`(${isOneOf(partnerBrands.brandId, membership.brandIds)} or ${asked})`);
}

/** The same of other organizations for the brands its own has and the member may see, joined to their brands. */
export function visibleBrandPartners(membership: Membership): SQL {
  return all(eq(partnerBrands.ownerOrgId, membership.orgId), visibleBrands(membership));
}

/** The brands of others shared at the licenses a member sees, and requests for them, for the licenses' holder. */
export function visibleHeldShares(membership: Membership): SQL {
  const seen = sql`select ${licenses.id} from ${licenses} where ${visibleLicenses(membership)}`;
  return all(eq(sharedBrands.orgId, membership.orgId), sql`${sharedBrands.licenseId} in (${seen})`);
}

/** The same at licenses of others, of the brands a member sees, for the brands' owner. */
export function visibleOwnedShares(membership: Membership): SQL {
  const seen = sql`select ${brands.id} from ${brands} where ${visibleBrands(membership)}`;
  return all(eq(sharedBrands.ownerOrgId, membership.orgId), sql`${sharedBrands.brandId} in (${seen})`);
}

/** The brands that items of a member's organization can be assigned to, and they see: its own, and those it is a partner of. */
export function visibleItemBrands(membership: Membership): SQL {
  return sql`(${visibleBrands(membership)} or exists (select from ${partnerBrands}
    where ${partnerBrands.brandId} = ${brands.id} and ${visiblePartnerBrands(membership)}))`;
}

/** The seller companies of its organization a member may see: all for a default role, else the assigned ones. */
export function visibleCompanies(membership: Membership): SQL {
  const own = all(eq(companies.orgId, membership.orgId), isNull(companies.removedAt));
  if (seesEverything(membership)) return own;
  return all(own, isOneOf(companies.id, membership.companyIds));
}

/**
 * Whether two people are hidden from each other, since either blocked the other: wherever people outside one's own team
 * are found, and in connections and direct chat also within it.
 */
export const blockBetween = (one: AnyPgColumn | SQL, other: AnyPgColumn | SQL): SQL =>
  sql`exists (select from ${userBlocks} b where (b.blocker_id, b.blocked_id) in ((${one}, ${other}), (${other}, ${one})))`;

/** Whether a person of a row is hidden from the reader; never without one. */
export const isHiddenFrom = (readerId: string | undefined, personId: AnyPgColumn): SQL<boolean> =>
  readerId === undefined ? sql<boolean>`false` : sql<boolean>`${blockBetween(sql`${readerId}::uuid`, personId)}`;

/** The same for two people by their ids. */
export async function areBlocked(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await db.execute<{ blocked: boolean }>(
    sql`select ${blockBetween(sql`${one}::uuid`, sql`${other}::uuid`)} as blocked`,
  );
  return rows[0]?.blocked === true;
}

/** Joins a person's own membership to a channel. */
export const ownChannelMember = (userId: string): SQL =>
  all(
    eq(chatMembers.orgId, chatChannels.orgId),
    eq(chatMembers.channelId, chatChannels.id),
    eq(chatMembers.userId, userId),
  );

const SHOWS_CUSTOMERS = ['CUSTOMERS', 'BROWSE_ORDERS', 'BROWSE_MY_ORDERS'] as const;

/** Whether a member sees the customers of the companies they see. */
export const seesCustomers = (membership: Membership): boolean =>
  SHOWS_CUSTOMERS.some((feature) => isAllowed(membership, 'read', feature));

/**
 * The customers of its organization a member may see, including prices, or change ('write'): seeing takes read on
 * customers or on the orders placed for them, changing takes write on customers. In every company for a default role,
 * else the assigned ones.
 */
export function visibleCustomers(membership: Membership, level: AccessLevel = 'read'): SQL {
  const own = eq(customers.orgId, membership.orgId);
  const mayTouch = level === 'read' ? seesCustomers(membership) : isAllowed(membership, 'write', 'CUSTOMERS');
  if (!mayTouch) return all(own, sql`false`);
  if (seesEverything(membership)) return own;
  return all(own, isOneOf(customers.companyId, membership.companyIds));
}

/** The same, of customers of companies that weren't removed; those of removed ones are read only by id, from orders. */
export function listedCustomers(membership: Membership): SQL {
  return all(visibleCustomers(membership), ofKeptCompany(membership.orgId, customers.companyId));
}

/** Whether a row's company, of this organization, wasn't removed. */
export function ofKeptCompany(orgId: number, companyId: AnyPgColumn | SQL): SQL {
  const removed = sql`select id from companies where org_id = ${orgId} and removed_at is not null`;
  return sql`${companyId} <> all (array(${removed}))`;
}

/**
 * The products of its organization a member may put on an order or offer: of every company and brand for a default role,
 * else of the assigned ones. Selling takes no permission on products.
 */
export function sellableProducts(membership: Membership): SQL {
  const own = eq(products.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  return all(own, isOneOf(products.companyId, membership.companyIds), isOneOf(products.brandId, membership.brandIds));
}

/**
 * The products of its organization a member may see, or change ('write'): with the level on products, in every company
 * and of every brand for a default role, else of the assigned companies and brands.
 */
export function visibleProducts(membership: Membership, level: AccessLevel = 'read'): SQL {
  if (!isAllowed(membership, level, 'PRODUCTS')) return all(eq(products.orgId, membership.orgId), sql`false`);
  return sellableProducts(membership);
}

/** The same, of companies that weren't removed. */
export function listedProducts(membership: Membership): SQL {
  return all(visibleProducts(membership), ofKeptCompany(membership.orgId, products.companyId));
}

/** The tracking system items of its organization a member may see: of the licenses they see, and of no brand or one they see. */
export function visibleItems(membership: Membership): SQL {
  const seenLicenses = sql`select ${licenses.id} from ${licenses} where ${visibleLicenses(membership)}`;
  const own = all(eq(trackingItems.orgId, membership.orgId), sql`${trackingItems.licenseId} in (${seenLicenses})`);
  if (seesEverything(membership)) return own;
  return all(own, sql`(${trackingItems.brandId} is null or ${isOneOf(trackingItems.brandId, membership.brandIds)})`);
}

/**
 * The packages of its organization a member may see: with read on inventory, held by the licenses they see, of items of no
 * brand or one they see.
 */
export function visiblePackages(membership: Membership): SQL {
  const own = eq(packages.orgId, membership.orgId);
  if (!isAllowed(membership, 'read', 'INVENTORY')) return all(own, sql`false`);
  if (seesEverything(membership)) return own;
  const ofSeenBrand = sql`${packages.itemId} in (select item.id from tracking_items item
    where item.org_id = ${membership.orgId} and (item.brand_id is null or ${isOneOf(sql`item.brand_id`, membership.brandIds)}))`;
  return all(own, isOneOf(packages.licenseId, membership.licenseIds), ofSeenBrand);
}

/** The harvests of its organization a member may see: with read on harvests, of the licenses they see. */
export function visibleHarvests(membership: Membership): SQL {
  const own = eq(harvests.orgId, membership.orgId);
  if (!isAllowed(membership, 'read', 'HARVESTS')) return all(own, sql`false`);
  return all(
    own,
    sql`${harvests.licenseId} in (select ${licenses.id} from ${licenses} where ${visibleLicenses(membership)})`,
  );
}

/** The differences with the tracking system a member may see: of packages they see, or of their licenses when of none. */
export function visibleDifferences(membership: Membership): SQL {
  const own = eq(trackingDifferences.orgId, membership.orgId);
  if (!isAllowed(membership, 'read', 'INVENTORY')) return all(own, sql`false`);
  if (seesEverything(membership)) return own;
  const ofSeenPackage = sql`(${trackingDifferences.packageId} is null or exists (select from ${packages}
    where ${visiblePackages(membership)} and ${packages.id} = ${trackingDifferences.packageId}))`;
  return all(own, isOneOf(trackingDifferences.licenseId, membership.licenseIds), ofSeenPackage);
}

/** Whether a member sees prices agreed with their buyer licenses: with read on purchase orders. */
export function seesAgreedPrices(membership: Membership | null): boolean {
  return isAllowed(membership, 'read', 'PURCHASE_ORDERS');
}

/** The carts a member may see and change: of the buyer licenses they may buy for. */
export function visibleCarts(db: Db, membership: Membership): SQL {
  const own = eq(carts.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  const licenses = db.select({ id: buyerLicenses.id }).from(buyerLicenses).where(visibleBuyerLicenses(membership));
  return all(own, inArray(carts.buyerLicenseId, licenses));
}

/** The requests for approval a member may see: of the buyer licenses they may buy for. */
export function visibleApprovals(membership: Membership): SQL {
  const own = eq(approvalRequests.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  const licenses = sql`select ${buyerLicenses.id} from ${buyerLicenses} where ${visibleBuyerLicenses(membership)}`;
  return all(own, sql`${approvalRequests.buyerLicenseId} in (${licenses})`);
}

/**
 * The orders a member of the selling organization may see ('read') or change ('write'). With the level on BROWSE_ORDERS
 * all orders, on BROWSE_MY_ORDERS alone those they are a sales rep of. A default role covers every company, others the
 * assigned ones. Assigned brands don't limit orders: an order belongs to a company and may mix brands, and half an
 * order is useless.
 */
export function visibleOrders(membership: Membership, level: AccessLevel = 'read'): SQL {
  const own = eq(orders.orgId, membership.orgId);
  const ofCompanies = seesEverything(membership)
    ? undefined
    : sql`${orders.companyId} = any (${sql.param([...membership.companyIds])}::bigint[])`;
  if (isAllowed(membership, level, 'BROWSE_ORDERS')) return all(own, ofCompanies);
  if (!isAllowed(membership, level, 'BROWSE_MY_ORDERS')) return all(own, sql`false`);
  // `in` rather than `exists`, so PostgreSQL can start from the rep's few orders.
  const mine = sql`${orders.id} in (select mine.order_id from order_sales_reps mine where mine.org_id = ${membership.orgId} and mine.org_user_id = ${membership.orgUserId})`;
  return all(own, ofCompanies, mine);
}

/** The same of one order that was read already, to tell which members of a team see it. */
export function seesSalesOrder(
  member: Membership,
  order: { orgId: number; companyId: number; salesRepIds: readonly number[] },
): boolean {
  if (member.orgId !== order.orgId) return false;
  if (!seesEverything(member) && !member.companyIds.includes(order.companyId)) return false;
  if (isAllowed(member, 'read', 'BROWSE_ORDERS')) return true;
  return isAllowed(member, 'read', 'BROWSE_MY_ORDERS') && order.salesRepIds.includes(member.orgUserId);
}

/** Whether a member of the organization can be a sales rep of a company's orders: they see those they are the rep of. */
export const canBeSalesRep = (member: Membership, companyId: number): boolean =>
  seesSalesOrder(member, { orgId: member.orgId, companyId, salesRepIds: [member.orgUserId] });

/**
 * The orders a member of the buying organization may see or, with `'write'`, cancel: of the buyer licenses they may buy
 * for; orders without a license only for a default role. A seller's drafts stay private.
 */
export function visiblePurchaseOrders(membership: Membership, level: AccessLevel = 'read'): SQL {
  const bought = eq(orders.buyerOrgId, membership.orgId);
  if (!isAllowed(membership, level, 'PURCHASE_ORDERS')) return all(bought, sql`false`);
  const own = all(bought, notInArray(orders.status, [...SELLERS_OWN_STATUSES]));
  if (seesEverything(membership)) return own;
  const licenses = sql`select ${buyerLicenses.id} from ${buyerLicenses} where ${visibleBuyerLicenses(membership)}`;
  return all(own, sql`${orders.buyerLicenseId} in (${licenses})`);
}

/**
 * The organization's own offers a member may see: in every company and of every brand for a default role, else of the
 * assigned ones. Unlike an order, an offer is of one product and so of one brand.
 */
export function visibleOwnOffers(membership: Membership): SQL {
  const own = eq(offers.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  const ofBrands = sql`${offers.productId} in (select product.id from products product
    where product.org_id = ${membership.orgId} and ${isOneOf(sql`product.brand_id`, membership.brandIds)})`;
  return all(own, isOneOf(offers.companyId, membership.companyIds), ofBrands);
}

/**
 * The open offers of other organizations a member may bid on: in a state of a buyer license they may buy for, and shown to
 * everybody, to partners, in either direction, or to a customer whose license is theirs.
 */
export function visibleOffers(membership: Membership): SQL {
  const { orgId } = membership;
  const states = sql`select license.us_state from buyer_licenses join licenses license on license.id = buyer_licenses.license_id
    where ${visibleBuyerLicenses(membership)} and license.removed_at is null`;
  const inState = sql`${offers.companyId} in (select company.id from companies company
    where company.removed_at is null and company.us_state in (${states}))`;
  const sharing = sql`select partner.owner_org_id from partner_brands partner join brands brand on brand.id = partner.brand_id
    where partner.org_id = ${orgId} and ${isAgreed(sql`partner`, sql`brand`)}`;
  const shared = sql`select partner.org_id from partner_brands partner join brands brand on brand.id = partner.brand_id
    where partner.owner_org_id = ${orgId} and ${isAgreed(sql`partner`, sql`brand`)}`;
  const chosen = sql`exists (select from offer_customers given
    join customers customer on customer.org_id = given.org_id and customer.id = given.customer_id
    join licenses license on license.id = customer.license_id
    where given.org_id = ${offers.orgId} and given.offer_id = ${offers.id} and license.org_id = ${orgId}
      and license.id in (select buyer_licenses.license_id from buyer_licenses where ${visibleBuyerLicenses(membership)}))`;
  return all(
    ne(offers.orgId, orgId),
    eq(offers.status, 'OPEN'),
    sql`${offers.endsAt} > now()`,
    inState,
    sql`(${offers.audience} = 'EVERYBODY'
      or (${offers.audience} = 'PARTNERS' and (${offers.orgId} = any (array(${sharing})) or ${offers.orgId} = any (array(${shared}))))
      or (${offers.audience} = 'CUSTOMERS' and ${chosen}))`,
  );
}

/** The bids a member may see: on the offers they see of their organization's, and those for licenses they buy for. */
export function visibleBids(membership: Membership): SQL {
  const bought = all(eq(dealBids.buyerOrgId, membership.orgId), isOneOfOwnLicenses(membership));
  const sold = all(
    eq(dealBids.orgId, membership.orgId),
    seesEverything(membership)
      ? undefined
      : sql`exists (select from offers where offers.org_id = ${dealBids.orgId} and offers.id = ${dealBids.offerId}
          and ${visibleOwnOffers(membership)})`,
  );
  return sql`(${bought} or ${sold})`;
}

function isOneOfOwnLicenses(membership: Membership): SQL | undefined {
  if (seesEverything(membership)) return undefined;
  return sql`${dealBids.buyerLicenseId} in (select ${buyerLicenses.id} from ${buyerLicenses} where ${visibleBuyerLicenses(membership)})`;
}

/** Entries of the roadmap that a member sees: those that are published, and their own; all of them for support staff. */
export function visibleRoadmapEntries({ userId, isSupport }: { userId: string; isSupport: boolean }): SQL {
  if (isSupport) return sql`true`;
  return sql`(${roadmapEntries.publishedAt} is not null or ${roadmapEntries.authorUserId} = ${userId})`;
}

/** The offers whose bids a member sees any of: their own, and those with a bid of theirs. */
export function dealtOffers(membership: Membership): SQL {
  const bidOn = sql`exists (select from deal_bids where deal_bids.org_id = ${offers.orgId}
    and deal_bids.offer_id = ${offers.id} and deal_bids.buyer_org_id = ${membership.orgId} and ${visibleBids(membership)})`;
  return sql`(${visibleOwnOffers(membership)} or ${bidOn})`;
}

/** The offers a member sees: those, and the ones they may bid on. */
export const seenOffers = (membership: Membership): SQL =>
  sql`(${dealtOffers(membership)} or ${visibleOffers(membership)})`;

/** The price schedules of the companies a member sees. */
export const visibleSchedules = (membership: Membership): SQL =>
  all(
    eq(priceSchedules.orgId, membership.orgId),
    ofKeptCompany(membership.orgId, priceSchedules.companyId),
    seesEverything(membership) ? undefined : isOneOf(priceSchedules.companyId, membership.companyIds),
  );

/** Whether a row of `org_channel_members` says that somebody is in its channel for an organization now. */
export const ownOrgChannelMember = ({ orgId, userId }: Pick<Membership, 'orgId' | 'userId'>): SQL =>
  all(eq(orgChannelMembers.orgId, orgId), eq(orgChannelMembers.userId, userId), isNull(orgChannelMembers.leftAt));
