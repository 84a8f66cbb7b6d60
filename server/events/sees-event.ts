import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Actor, decide } from '../../domain/access/ability';
import type { Membership } from '../../domain/access/roles';
import { readId } from '../../domain/contract/endpoint';
import { SUBJECT_ACCESS, TYPE_ACCESS } from '../../domain/events/access';
import type { EventSubjectKind, EventType } from '../../domain/events/catalogue';
import type { EventRecord } from '../../domain/events/event';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import {
  chatChannels,
  chatMembers,
  customers,
  harvests,
  licenses,
  offers,
  orders,
  orgChannelMembers,
  packages,
  priceSchedules,
  products,
  sharedBrands,
  transfers,
  webhookEndpoints,
} from '../db/schema';
import {
  dealtOffers,
  ownChannelMember,
  ownOrgChannelMember,
  visibleCustomers,
  visibleHarvests,
  visibleHeldShares,
  visibleLicenses,
  visibleOrders,
  visibleOwnedShares,
  visiblePackages,
  visibleProducts,
  visiblePurchaseOrders,
  visibleSchedules,
} from '../db/visibility';

type Seen = Pick<EventRecord, 'type' | 'orgId' | 'subject'>;
/** Which of some subjects of a kind a member sees, by their ids. */
type Find = (db: Db, membership: Membership, ids: readonly string[]) => Promise<string[]>;

/**
 * Which of an organization's events somebody may be told of now: by their permissions, plan and flags, and by whether they
 * see the subject. A query for each kind among them.
 */
export async function seesEvents<E extends Seen>(
  { database: { db }, config }: Pick<Services, 'database' | 'config'>,
  actor: Actor | null,
  events: readonly E[],
): Promise<Set<E>> {
  const seen = new Set<E>();
  const membership = actor?.membership;
  if (!actor || !membership) return seen;
  const may = new Map<EventType, boolean>();
  const allowed = events.filter(({ orgId, type, subject: { kind } }) => {
    if (orgId !== membership.orgId) return false;
    // Channels are a person's.
    if (kind === 'message' && (!config.parts.chat || actor.isApplication)) return false;
    const known = may.get(type);
    if (known !== undefined) return known;
    const own = [SUBJECT_ACCESS[kind], TYPE_ACCESS[type]];
    const isAllowed = own.every((requirement) => !requirement || decide(actor, requirement).allowed);
    may.set(type, isAllowed);
    return isAllowed;
  });
  await Promise.all(
    [...Map.groupBy(allowed, ({ subject }) => subject.kind)].map(async ([kind, own]) => {
      const ids = [...new Set(own.map(({ subject }) => subject.id))];
      const found = new Set(await FIND[kind](db, membership, ids));
      for (const event of own) if (found.has(event.subject.id)) seen.add(event);
    }),
  );
  return seen;
}

/** Of a table whose rows the member sees by one condition. */
const rowsOf =
  (table: PgTable & { id: PgColumn }, visible: (membership: Membership) => SQL | undefined): Find =>
  async (db, membership, ids) => {
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          isOneOf(
            table.id,
            ids.flatMap((id) => readId(id) ?? []),
          ),
          visible(membership),
        ),
      );
    return found.map(({ id }) => String(id));
  };

/** Of incoming and outgoing deliveries alike: those of the licenses the member sees. */
const deliveries = rowsOf(transfers, (membership) =>
  and(
    eq(transfers.orgId, membership.orgId),
    sql`${transfers.licenseId} in (select ${licenses.id} from ${licenses} where ${visibleLicenses(membership)})`,
  ),
);

const heldShares = rowsOf(sharedBrands, visibleHeldShares);
const ownedShares = rowsOf(sharedBrands, visibleOwnedShares);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By their addresses. */
const deals: Find = async (db, membership, ids) => {
  const named = isOneOf(
    offers.uuid,
    ids.filter((id) => UUID.test(id)),
  );
  const found = await db
    .select({ id: offers.uuid })
    .from(offers)
    .where(and(named, dealtOffers(membership)));
  return found.map(({ id }) => id);
};

/** Channels of their organization, and with others, that they are in. */
const channels: Find = async (db, membership, ids) => {
  const named = ids.filter((id) => UUID.test(id));
  const own = db
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .innerJoin(chatMembers, ownChannelMember(membership.userId))
    .where(and(eq(chatChannels.orgId, membership.orgId), isOneOf(chatChannels.id, named)));
  const shared = db
    .select({ id: orgChannelMembers.channelId })
    .from(orgChannelMembers)
    .where(and(isOneOf(orgChannelMembers.channelId, named), ownOrgChannelMember(membership)));
  return (await Promise.all([own, shared])).flat().map(({ id }) => id);
};

const FIND: Record<EventSubjectKind, Find> = {
  order: rowsOf(orders, visibleOrders),
  purchase: rowsOf(orders, visiblePurchaseOrders),
  customer: rowsOf(customers, visibleCustomers),
  product: rowsOf(products, visibleProducts),
  price_schedule: rowsOf(priceSchedules, visibleSchedules),
  package: rowsOf(packages, visiblePackages),
  harvest: rowsOf(harvests, visibleHarvests),
  intake: deliveries,
  transfer: deliveries,
  share: async (...asked) => (await Promise.all([heldShares(...asked), ownedShares(...asked)])).flat(),
  deal: deals,
  license: rowsOf(licenses, visibleLicenses),
  message: channels,
  endpoint: rowsOf(webhookEndpoints, ({ orgId }) => eq(webhookEndpoints.orgId, orgId)),
};
