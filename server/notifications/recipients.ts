import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import type { FeatureId } from '../../domain/access/features';
import { seesEverything } from '../../domain/access/roles';
import type { Notice } from '../../domain/notifications/notice';
import type { NotificationType } from '../../domain/notifications/notification';
import { WAITING_STATUSES } from '../../domain/orders/status';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { connections, orders, orgUsers } from '../db/schema';
import { peopleOfOrder } from '../orders/order-letters';
import { activeMembers } from '../team/members';
import { brandsTold } from './types/brands';
import { channelInvitesTold } from './types/channel-invites';
import { customTold } from './types/custom';
import { inventoryTold } from './types/inventory';
import { partnersTold } from './types/partners';
import { sharesTold } from './types/shares';
import type { Told, ToldOf } from './types/type';

/** The people of an organization who may do something there. */
const whoMay = async (db: Db, orgId: number, feature: FeatureId, level: 'read' | 'write' = 'write') =>
  (await activeMembers(db, orgId)).filter(({ membership }) => isAllowed(membership, level, feature));

const exists = async (rows: Promise<readonly unknown[]>) => (await rows).length > 0;

/** Whom each type of notification is for; invites by email are followed instead (`follow-invites`). */
const TOLD: Partial<Told<NotificationType>> = {
  ...inventoryTold,
  ...brandsTold,
  ...channelInvitesTold,
  ...customTold,
  ...partnersTold,
  ...sharesTold,
  NEW_BUYER_ORDER: {
    async people(db, { orderId }, orgId) {
      const ids = await peopleOfOrder(db, { orgId, orderId });
      const found = await db.select({ userId: orgUsers.userId }).from(orgUsers).where(isOneOf(orgUsers.id, ids));
      return found.flatMap(({ userId }) => userId ?? []);
    },
    isOpen: (db, { orderId }, orgId) =>
      exists(
        db
          .select({ id: orders.id })
          .from(orders)
          .where(and(eq(orders.orgId, orgId), eq(orders.id, orderId), isOneOf(orders.status, WAITING_STATUSES))),
      ),
  },
  SUBSCRIPTION_UPGRADED: {
    people: async (db, _, orgId) => (await whoMay(db, orgId, 'MANAGE_BILLING', 'read')).map(({ userId }) => userId),
  },
  CONNECTION_INVITE_RECEIVED: {
    async people(db, { connectionId }) {
      const [found] = await db.select().from(connections).where(eq(connections.id, connectionId));
      return found ? [found.invitedUserId] : [];
    },
    isOpen: (db, { connectionId, invitingUserId }) =>
      exists(
        db
          .select({ id: connections.id })
          .from(connections)
          .where(
            and(
              eq(connections.id, connectionId),
              eq(connections.invitingUserId, invitingUserId),
              eq(connections.status, 'INVITED'),
            ),
          ),
      ),
  },
  CONNECTION_INVITE_ACCEPTED: {
    async people(db, { connectionId, invitedUserId }) {
      const [found] = await db.select().from(connections).where(eq(connections.id, connectionId));
      if (found === undefined) return [];
      return [found.invitingUserId, found.invitedUserId].filter((id) => id !== invitedUserId);
    },
    isOpen: (db, { connectionId }) =>
      exists(
        db
          .select({ id: connections.id })
          .from(connections)
          .where(and(eq(connections.id, connectionId), eq(connections.status, 'ACCEPTED'))),
      ),
  },
  HISTORICAL_SYNC_COMPLETE: {
    people: async (db, { licenseId }, orgId) =>
      (await whoMay(db, orgId, 'MANAGE_LICENSES'))
        .filter(({ membership }) => seesEverything(membership) || membership.licenseIds.includes(licenseId))
        .map(({ userId }) => userId),
  },
};

/** Whom a notice is for, by user id, each once. */
export async function peopleOf(db: Db, { type, payload, orgId }: Notice): Promise<string[]> {
  const told = TOLD[type] as ToldOf<unknown> | undefined;
  return told ? [...new Set(await told.people(db, payload, orgId ?? 0))] : [];
}

/** Whether a notice is still to be told: nothing is of what was settled before its job ran. */
export async function isStillOpen(db: Db, { type, payload, orgId }: Notice): Promise<boolean> {
  const told = TOLD[type] as ToldOf<unknown> | undefined;
  return told?.isOpen ? told.isOpen(db, payload, orgId ?? 0) : true;
}
