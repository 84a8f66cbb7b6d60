import { daysBefore, nextId, type World } from '../world';

/** Which organization works with which brands of others, by slug, and whose packages it sees. */
const PARTNERS = [
  { org: 'Fernhollow Farms', brand: 'night-heron', canViewPackages: true, days: 120 },
  { org: 'Fernhollow Farms', brand: 'saltwater-sweets', canViewPackages: false, days: 118 },
  { org: 'Fernhollow Farms', brand: 'lamplight', canViewPackages: true, days: 35 },
  { org: 'Tidemark Distribution', brand: 'fernhollow', canViewPackages: true, days: 210 },
  { org: 'Tidemark Distribution', brand: 'kind-orchard', canViewPackages: false, days: 64 },
  { org: 'Millrace Commons', brand: 'alpenglow-extracts', canViewPackages: true, days: 20 },
] as const;

/** A few brands that organizations share with partners. */
export function addPartners({ now, rows }: World): void {
  for (const { org, brand: slug, canViewPackages, days } of PARTNERS) {
    const partner = rows.organizations.find(({ name }) => name === org);
    const brand = rows.brands.find((one) => one.slug === slug);
    if (!partner?.id || !brand?.id || !brand.orgId) throw new Error(`${org} can’t be a partner of ${slug}`);
    rows.partnerBrands.push({
      id: nextId(rows.partnerBrands),
      orgId: partner.id,
      brandId: brand.id,
      ownerOrgId: brand.orgId,
      canViewPackages,
      createdAt: daysBefore(now, days),
    });
  }
}
