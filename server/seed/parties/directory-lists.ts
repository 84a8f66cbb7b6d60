import type { ListedKind } from '../../../domain/directory/lists';
import { daysBefore, nextId, type Rows, type World } from '../world';

type Entry = { listingType: ListedKind; listingId: number };

const brandsBySlug = ({ brands }: Rows, slugs: readonly string[]): Entry[] =>
  brands.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => ({ listingType: 'brand', listingId: id ?? 0 }));

/** The first public licenses of a type, of other organizations. */
const licensesOf = ({ licenses }: Rows, orgId: number, licenseType: string, usState: string): Entry[] =>
  licenses
    .filter(
      (one) =>
        one.orgId !== orgId && one.licenseType === licenseType && one.usState === usState && one.isPublic !== false,
    )
    .slice(0, 6)
    .map(({ id }) => ({ listingType: 'license', listingId: id ?? 0 }));

/** What organizations keep of the directory, by name of the list. */
const LISTS: readonly { org: string; name: string; entries: (rows: Rows, orgId: number) => Entry[] }[] = [
  {
    org: 'Fernhollow Farms',
    name: 'Shops to visit',
    entries: (rows, orgId) => licensesOf(rows, orgId, 'RETAILER', 'CA'),
  },
  {
    org: 'Fernhollow Farms',
    name: 'Cartridge brands',
    entries: (rows) => brandsBySlug(rows, ['current-vapor', 'night-heron']),
  },
  {
    org: 'Tidemark Distribution',
    name: 'Brands to carry',
    entries: (rows) => brandsBySlug(rows, ['fernhollow', 'kind-orchard', 'alpenglow-extracts']),
  },
];

/** Lists of listings that organizations keep. */
export function addDirectoryLists({ now, rows }: World): void {
  LISTS.forEach(({ org, name, entries }, index) => {
    const orgId = rows.organizations.find((one) => one.name === org)?.id;
    if (!orgId) throw new Error(`${org} can’t keep a list`);
    const at = daysBefore(now, 40 - index * 9);
    const listId = nextId(rows.directoryLists);
    rows.directoryLists.push({ id: listId, orgId, name, createdAt: at, updatedAt: at });
    for (const entry of entries(rows, orgId))
      rows.directoryListEntries.push({ orgId, listId, ...entry, createdAt: at });
  });
}
