import { REQUEST_DAYS } from '../../../domain/network/request';
import type { ShareOrigin, ShareState } from '../../../domain/network/share';
import { daysBefore, nextId, type World } from '../world';

type Spec = { holder: string; brand: string; status: ShareState; origin: ShareOrigin; days: number; isDisabled?: true };

/** Which brands are shared at which holder's first license, or asked for, by slug; and what became of the rest. */
const SHARES: readonly Spec[] = [
  { holder: 'Tidemark Distribution', brand: 'fernhollow', status: 'SHARED', origin: 'SHARED', days: 90 },
  {
    holder: 'Tidemark Distribution',
    brand: 'kind-orchard',
    status: 'SHARED',
    origin: 'AUTO',
    days: 30,
    isDisabled: true,
  },
  { holder: 'Tidemark Distribution', brand: 'alpenglow-extracts', status: 'REQUESTED', origin: 'REQUESTED', days: 2 },
  { holder: 'Fernhollow Farms', brand: 'night-heron', status: 'SHARED', origin: 'REQUESTED', days: 45 },
  { holder: 'Fernhollow Farms', brand: 'saltwater-sweets', status: 'REQUESTED', origin: 'REQUESTED', days: 1 },
  { holder: 'Fernhollow Farms', brand: 'current-vapor', status: 'REFUSED', origin: 'REQUESTED', days: 5 },
  { holder: 'Fernhollow Farms', brand: 'lamplight', status: 'ENDED', origin: 'SHARED', days: 60 },
  { holder: 'Millrace Commons', brand: 'alpenglow-extracts', status: 'RESCINDED', origin: 'REQUESTED', days: 12 },
  { holder: 'Northwater Wholesale', brand: 'kind-orchard', status: 'EXPIRED', origin: 'REQUESTED', days: 20 },
];

/** Shared brands in every state between the organizations. */
export function addShares({ now, rows }: World): void {
  const ownerOf = (orgId: number) => rows.orgUsers.find((one) => one.orgId === orgId)?.userId ?? null;
  for (const { holder, brand: slug, status, origin, days, isDisabled } of SHARES) {
    const org = rows.organizations.find(({ name }) => name === holder);
    const license = rows.licenses.find(({ orgId }) => orgId === org?.id);
    const brand = rows.brands.find((one) => one.slug === slug);
    if (!org?.id || !license?.id || !brand?.id || !brand.orgId) throw new Error(`${holder} can’t share ${slug}`);
    const id = nextId(rows.sharedBrands);
    const at = daysBefore(now, days);
    const isAsked = origin === 'REQUESTED';
    const isAnswered = status === 'SHARED' || status === 'REFUSED' || status === 'ENDED';
    const ender = status === 'ENDED' ? org.id : status === 'RESCINDED' ? brand.orgId : null;
    rows.sharedBrands.push({
      id,
      orgId: org.id,
      licenseId: license.id,
      brandId: brand.id,
      ownerOrgId: brand.orgId,
      origin,
      status,
      enabled: status === 'SHARED' && !isDisabled,
      inviteCode: `00000000-0000-4000-9000-${String(id).padStart(12, '0')}`,
      requestedByUserId: isAsked ? ownerOf(brand.orgId) : null,
      requestedAt: isAsked ? at : null,
      expiresAt: isAsked ? daysBefore(now, days - REQUEST_DAYS) : null,
      answeredByUserId: isAnswered ? ownerOf(org.id) : null,
      answeredAt: isAnswered ? daysBefore(now, Math.max(0, days - 1)) : null,
      endedByUserId: ender === null ? null : ownerOf(ender),
      endedByOrgId: ender,
      endedAt: ender === null ? null : daysBefore(now, 4),
      createdAt: at,
    });
  }
}

const HELD = { org: 'Tidemark Distribution', brand: 'fernhollow', items: 4 };

/** Assigns some items that no product is made of to a brand of others, which their holder distributes. */
export function assignHeldItems({ rows }: World): void {
  const org = rows.organizations.find(({ name }) => name === HELD.org);
  const brand = rows.brands.find(({ slug }) => slug === HELD.brand);
  const license = rows.licenses.find(({ orgId }) => orgId === org?.id);
  const mapped = new Set(rows.productItems.map(({ itemId }) => itemId));
  const free = rows.trackingItems.filter(
    ({ id, licenseId }) => licenseId === license?.id && id !== undefined && !mapped.has(id),
  );
  for (const item of free.slice(0, HELD.items)) {
    const own = rows.brands.find(({ id }) => id === item.brandId)?.name ?? '';
    const name = item.name.replace(own, brand?.name ?? own);
    const record = rows.sandboxRecords.find(({ id }) => id === item.trackingId);
    Object.assign(item, { name, brandId: brand?.id });
    if (record) Object.assign(record, { data: { ...(record.data as object), Name: name } });
  }
}
