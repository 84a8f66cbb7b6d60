import { createHash } from 'node:crypto';
import type { FeatureMap } from '../../domain/access/features';
import { daysBefore, nextId, type World } from './world';

const SALES: FeatureMap = {
  BROWSE_ORDERS: { read: true, write: true },
  CUSTOMERS: { read: true, write: false },
  PRODUCTS: { read: true, write: false },
};
const STOCK: FeatureMap = { INVENTORY: { read: true, write: false }, PRODUCTS: { read: true, write: false } };

type Made = {
  name: string;
  features: FeatureMap;
  days: number;
  until: number;
  isRevoked?: true;
  calls: readonly string[];
};

const KEYS: readonly Made[] = [
  { name: 'Route planner', features: SALES, days: 40, until: 50, calls: ['orders.search', 'orders.get'] },
  { name: 'Menu board', features: STOCK, days: 9, until: 81, calls: ['products.search'] },
  { name: 'Old ERP', features: SALES, days: 200, until: 160, isRevoked: true, calls: [] },
];

/** API keys of owners that sell, as if other software used them; nobody has the keys themselves. */
export function addApiKeys({ now, rows }: World): void {
  for (const { orgId } of rows.companies.slice(0, 1)) {
    const ofOwner = rows.roles.find((role) => role.orgId === orgId && role.defaultRoleId === 'OWNER');
    const owner = rows.orgUsers.find(({ roleId }) => roleId === ofOwner?.id);
    if (!owner?.userId) continue;
    for (const { name, features, days, until, isRevoked, calls } of KEYS) {
      const id = nextId(rows.apiKeys);
      const createdAt = daysBefore(now, days);
      rows.apiKeys.push({
        id,
        orgId,
        userId: owner.userId,
        publicId: createHash('sha256').update(name).digest('hex').slice(0, 8),
        name,
        features,
        secretHash: createHash('sha256').update(`${name} of nobody`).digest('base64url'),
        ending: createHash('sha256').update(name).digest('hex').slice(-4),
        learningSince: createdAt,
        expiresAt: daysBefore(createdAt, -until - days),
        revokedAt: isRevoked ? daysBefore(now, 20) : null,
        createdAt,
      });
      for (const [at, call] of calls.entries()) {
        const lastAt = daysBefore(now, 1);
        const day = lastAt.toISOString().slice(0, 10);
        const of = { orgId, apiKeyId: id, call, day, lastAt, lastAddress: '203.0.113.7' };
        rows.apiKeyUses.push({ ...of, calls: 320 - at * 80, refused: at });
      }
    }
  }
}
