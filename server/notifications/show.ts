import { and, eq, isNull } from 'drizzle-orm';
import { PLAN_LABELS } from '../../domain/access/vocabulary';
import { formatUsd } from '../../domain/money';
import type { NotificationType } from '../../domain/notifications/notification';
import { findPeople } from '../connections/read-connections';
import { isOneOf } from '../db/page';
import { brandInvites, brands, connections, licenses, orders, organizations, orgUsers } from '../db/schema';
import { visibleLicenses, visibleOrders } from '../db/visibility';
import { brandsShown } from './types/brands';
import { customShown } from './types/custom';
import { inventoryShown } from './types/inventory';
import { byId, type Said, type Shown, said } from './types/type';

/** How each type is told, all of one organization's together; with one query a table. */
export const SHOWN: Partial<Shown<NotificationType>> = {
  ...inventoryShown,
  ...brandsShown,
  ...customShown,
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
      return order ? said(`Order ${order.number}`, order.customer, formatUsd(order.total), `/orders/${orderId}`) : null;
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

  async CONNECTION_INVITE_RECEIVED({ db, userId }, _, payloads) {
    const people = await findPeople(
      db,
      payloads.map(({ invitingUserId }) => invitingUserId),
    );
    const open = byId(
      await db
        .select()
        .from(connections)
        .where(
          isOneOf(
            connections.id,
            payloads.map(({ connectionId }) => connectionId),
          ),
        ),
    );
    return ({ connectionId, invitingUserId }) => {
      const person = people.get(invitingUserId);
      const row = open.get(connectionId);
      if (!person || !row || row.status === 'REMOVED' || ![row.invitedUserId, row.invitingUserId].includes(userId)) {
        return null;
      }
      return said(
        `${person.displayName} wants to connect`,
        person.organizations.join(', '),
        '',
        '/profile/connections/invites-received',
      );
    };
  },

  async CONNECTION_INVITE_ACCEPTED({ db }, _, payloads) {
    const people = await findPeople(
      db,
      payloads.map(({ invitedUserId }) => invitedUserId),
    );
    return ({ invitedUserId }) => {
      const person = people.get(invitedUserId);
      return (
        (person &&
          said(
            `You and ${person.displayName} are connected`,
            person.organizations.join(', '),
            '',
            '/profile/connections/connected',
          )) ??
        null
      );
    };
  },

  async ORG_INVITE_RECEIVED({ db }, _, payloads) {
    const found = byId(
      await db
        .select({ id: orgUsers.id, org: organizations.name })
        .from(orgUsers)
        .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
        .where(
          isOneOf(
            orgUsers.id,
            payloads.map(({ orgUserId }) => orgUserId),
          ),
        ),
    );
    return ({ orgUserId }) => {
      const invite = found.get(orgUserId);
      return invite ? said(`Join ${invite.org}`, 'You’re invited to work there.', '', '/profile/invites') : null;
    };
  },

  async BRAND_INVITE_RECEIVED({ db }, _, payloads) {
    const found = byId(
      await db
        .select({ id: brandInvites.id, brand: brands.name, org: organizations.name })
        .from(brandInvites)
        .innerJoin(brands, eq(brands.id, brandInvites.brandId))
        .innerJoin(organizations, eq(organizations.id, brandInvites.orgId))
        .where(
          isOneOf(
            brandInvites.id,
            payloads.map(({ brandInviteId }) => brandInviteId),
          ),
        ),
    );
    return ({ brandInviteId }) => {
      const invite = found.get(brandInviteId);
      return invite
        ? said(`Take over ${invite.brand}`, `${invite.org} hands it to you.`, '', '/profile/invites')
        : null;
    };
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
