import { lapseOf, type PartnerState } from '../../../domain/network/partner';
import { daysBefore, nextId, type World } from '../world';

/** Which organization works with which brands of others, by slug, and whose packages it sees. */
const PARTNERS = [
  { org: 'Fernhollow Farms', brand: 'night-heron', canViewPackages: true, days: 120 },
  { org: 'Fernhollow Farms', brand: 'saltwater-sweets', canViewPackages: false, days: 118 },
  { org: 'Fernhollow Farms', brand: 'lamplight', canViewPackages: true, days: 35 },
  { org: 'Tidemark Distribution', brand: 'fernhollow', canViewPackages: true, days: 210 },
  { org: 'Tidemark Distribution', brand: 'kind-orchard', canViewPackages: false, days: 64 },
  { org: 'Millrace Commons', brand: 'alpenglow-extracts', canViewPackages: true, days: 20, daysLeft: 70 },
] as const;

type Request = { org: string; brand: string; days: number; status: PartnerState; message?: string };

/** What else was asked for: what waits for an answer, and what became of the rest. */
const REQUESTS: readonly Request[] = [
  {
    org: 'Tidemark Distribution',
    brand: 'alpenglow-extracts',
    days: 3,
    status: 'REQUESTED',
    message: 'We fill your half-gram cartridges from March. May we assign them to Alpenglow?',
  },
  { org: 'Northwater Wholesale', brand: 'kind-orchard', days: 2, status: 'REQUESTED' },
  {
    org: 'Fernhollow Farms',
    brand: 'current-vapor',
    days: 1,
    status: 'REQUESTED',
    message: 'We’d like to pack your cartridges in Oakland.',
  },
  { org: 'Millrace Commons', brand: 'fernhollow', days: 20, status: 'EXPIRED' },
  { org: 'Northwater Wholesale', brand: 'night-heron', days: 6, status: 'REFUSED' },
  { org: 'Tidemark Distribution', brand: 'millrace', days: 9, status: 'RESCINDED' },
  { org: 'Fernhollow Farms', brand: 'ferry-street', days: 80, status: 'ENDED' },
];

/** Partners of brands, requests to become one, and what became of others. */
export function addPartners({ now, rows }: World): void {
  const pairOf = ({ org, brand: slug }: { org: string; brand: string }) => {
    const partner = rows.organizations.find(({ name }) => name === org);
    const brand = rows.brands.find((one) => one.slug === slug);
    if (!partner?.id || !brand?.id || !brand.orgId) throw new Error(`${org} can’t be a partner of ${slug}`);
    return { id: nextId(rows.partnerBrands), orgId: partner.id, brandId: brand.id, ownerOrgId: brand.orgId };
  };
  const ownerOf = (orgId: number) => rows.orgUsers.find((one) => one.orgId === orgId)?.userId ?? null;
  // A copied table's rows all have the same columns.
  const none = {
    canViewPackages: false,
    message: '',
    requestedByUserId: null,
    requestedAt: null,
    expiresAt: null,
    answeredByUserId: null,
    answeredAt: null,
    endsAt: null,
    endedByUserId: null,
    endedByOrgId: null,
    endedAt: null,
  };
  for (const partner of PARTNERS) {
    const answeredAt = daysBefore(now, partner.days);
    rows.partnerBrands.push({
      ...none,
      ...pairOf(partner),
      status: 'ACCEPTED',
      canViewPackages: partner.canViewPackages,
      answeredAt,
      endsAt: 'daysLeft' in partner ? daysBefore(now, -partner.daysLeft) : null,
      createdAt: answeredAt,
    });
  }
  for (const request of REQUESTS) {
    const { status, days, message = '' } = request;
    const pair = pairOf(request);
    const requestedAt = daysBefore(now, days);
    const isAnswered = status === 'REFUSED' || status === 'ENDED';
    const endedByOrgId = isAnswered ? pair.ownerOrgId : status === 'RESCINDED' ? pair.orgId : null;
    rows.partnerBrands.push({
      ...none,
      ...pair,
      status,
      message,
      requestedByUserId: ownerOf(pair.orgId),
      requestedAt,
      expiresAt: lapseOf(requestedAt),
      answeredAt: isAnswered ? daysBefore(now, days - 1) : null,
      answeredByUserId: isAnswered ? ownerOf(pair.ownerOrgId) : null,
      endedByOrgId,
      endedByUserId: endedByOrgId === null ? null : ownerOf(endedByOrgId),
      endedAt: endedByOrgId === null ? null : daysBefore(now, Math.floor(days / 3)),
      createdAt: requestedAt,
    });
  }
}
