import { and, isNull, sql } from 'drizzle-orm';
import { PLAN_LABELS } from '../../domain/access/vocabulary';
import { formatUsd } from '../../domain/money';
import type { Act } from '../../domain/notifications/acts';
import type { NotificationType } from '../../domain/notifications/notification';
import { actorOn } from '../../domain/orders/actor';
import { availableTransitions, type OrderStatus, WAITING_STATUSES } from '../../domain/orders/status';
import { isOneOf } from '../db/page';
import { licenses, orders } from '../db/schema';
import { visibleLicenses, visibleOrders } from '../db/visibility';
import { brandsShown } from './types/brands';
import { channelInvitesShown } from './types/channel-invites';
import { customShown } from './types/custom';
import { inventoryShown } from './types/inventory';
import { invitesShown } from './types/invites';
import { partnersShown } from './types/partners';
import { sharesShown } from './types/shares';
import { byId, type Said, type Shown, said } from './types/type';

type WaitingOrder = { id: number; number: string; version: number; status: OrderStatus };

/** What can be done about a new order: nothing once it doesn’t wait for its seller. */
function actsOn({ id, number, version, status }: WaitingOrder, possible: readonly OrderStatus[]): Act[] {
  if (!WAITING_STATUSES.some((one) => one === status)) return [];
  const about = { orderId: id, orderNumber: number, version };
  return [
    ...(possible.includes('ACCEPTED') ? [{ act: 'ACCEPT_ORDER' as const, ...about }] : []),
    ...(possible.includes('REJECTED') ? [{ act: 'REJECT_ORDER' as const, ...about }] : []),
  ];
}

/** How each type is told, all of one organization's together; with one query a table. */
export const SHOWN: Partial<Shown<NotificationType>> = {
  ...inventoryShown,
  ...brandsShown,
  ...channelInvitesShown,
  ...customShown,
  ...invitesShown,
  ...partnersShown,
  ...sharesShown,
  async NEW_BUYER_ORDER({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return () => null;
    const found = byId(
      await db
        .select({
          id: orders.id,
          number: orders.orderNumber,
          customer: orders.customerName,
          total: orders.totalUsd,
          status: sql<OrderStatus>`${orders.status}`,
          version: orders.version,
          canEdit: sql<boolean>`${visibleOrders(membership, 'write')}`,
        })
        .from(orders)
        .where(
          and(
            visibleOrders(membership),
            isOneOf(
              orders.id,
              payloads.map(({ orderId }) => orderId),
            ),
          ),
        ),
    );
    return ({ orderId }) => {
      const order = found.get(orderId);
      if (order === undefined) return null;
      const acts = actsOn(order, availableTransitions({ ...actorOn(membership, 'seller', order.canEdit), ...order }));
      return { ...said(`Order ${order.number}`, order.customer, formatUsd(order.total), `/orders/${orderId}`), acts };
    };
  },

  async SUBSCRIPTION_UPGRADED({ memberOf }, orgId) {
    const membership = await memberOf(orgId);
    return ({ subscriptionTier }) =>
      membership &&
      said(
        `Your plan is now ${PLAN_LABELS[subscriptionTier]}`,
        'What it adds is there already.',
        '',
        '/account/billing',
      );
  },

  async HISTORICAL_SYNC_COMPLETE({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return () => null;
    const found = byId(
      await db
        .select({ id: licenses.id, number: licenses.licenseNumber, state: licenses.usState })
        .from(licenses)
        .where(
          and(
            visibleLicenses(membership),
            isNull(licenses.removedAt),
            isOneOf(
              licenses.id,
              payloads.map(({ licenseId }) => licenseId),
            ),
          ),
        ),
    );
    return ({ licenseId }) => {
      const license = found.get(licenseId);
      return license
        ? said(
            'A license was read whole',
            `${license.number}, ${license.state}`,
            'Its packages are in the inventory.',
            `/inventory/packages?licenseIds=${licenseId}`,
          )
        : null;
    };
  },
};

/** What is said of what its reader may no longer see, or is no more. */
export const HIDDEN: Said = said('No longer there for you', 'It was removed, or you may no longer see it.');
