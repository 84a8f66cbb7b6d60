import type pg from 'pg';
import type { ProductFilters } from '../../domain/catalogue/product-filters';
import type { Statement } from '../../server/db/page';
import { hasWords } from '../has-words';
import type { Catalogue } from './catalogue';

/** A search as the grid asks for it, and the best condition somebody would write for it by hand. */
export type Search = { name: string; filters: ProductFilters; by: string; values: unknown[]; deep: number };

export const PAGE = 25;

/** What products are searched by. */
const NAMED = ['p.name', 'p.sku'];

type Ids = { brandId: number; lineId: number; distributorId: number | null; some: number[]; sativas: number[] };

/** Each filter alone and four common combinations; `$1` is the organization, `$2` the company. */
export async function searchesOf(pool: pg.Pool, { orgId, companyId }: Catalogue): Promise<Search[]> {
  const { rows } = await pool.query<Ids>(
    `select brand_id as "brandId", product_line_id as "lineId",
            (select distributor_id from distributor_mappings usual where usual.org_id = $1 limit 1) as "distributorId",
            array(select id from products where org_id = $1 and company_id = $2 order by sku limit 20) as some,
            array(select id from strains where org_id = $1 and strain_classification = 'SATIVA') as sativas
       from products where org_id = $1 and company_id = $2 and product_line_id is not null
      group by brand_id, product_line_id order by count(*) desc limit 1`,
    [orgId, companyId],
  );
  const [ids] = rows;
  if (!ids) throw new Error('The catalogue has no product line');
  const { brandId, lineId, some, sativas } = ids;
  const search = (name: string, filters: object, by: string, values: unknown[] = []): Search => {
    const open = 'listingStates' in filters || 'productIds' in filters ? '' : `p.listing_state <> 'ARCHIVED' and `;
    return { name, filters: filters as ProductFilters, by: open + by, values, deep: 200 };
  };
  const stocked = `p.id = any (array(select s.product_id from product_stock s where s.org_id = $1
    and s.quantity - s.reserved between $3 and $4))`;
  return [
    search('none', {}, 'true'),
    ...['wedding', '-77777', 'CAKE wédding', '-7777 wedding cake'].map((text) =>
      search(`“${text}”`, { productNameSearch: text }, hasWords(NAMED, text)),
    ),
    search('status', { listingStates: ['SAMPLE'] }, `p.listing_state = 'SAMPLE'`),
    search('archived', { listingStates: ['ARCHIVED'] }, `p.listing_state = 'ARCHIVED'`),
    search('brand', { verdantBrandIds: [brandId] }, 'p.brand_id = $3', [brandId]),
    search('product line', { productLineIds: [lineId] }, 'p.product_line_id = $3', [lineId]),
    search('category', { productCategoryIds: [7] }, `p.category = 'Pre-Roll'`),
    search('strain type', { strainClassifications: ['SATIVA'] }, 'p.strain_id = any ($3)', [sativas]),
    search('available', { inventoryFrom: '100', inventoryTo: '200' }, stocked, [100, 200]),
    search('few available', { inventoryFrom: '1999' }, stocked, [1999, 1e9]),
    search('parents', { parent: true }, 'p.is_parent'),
    search('children', { parent: false }, 'p.parent_id is not null'),
    search(
      'created',
      { createdFrom: '2024-06-01', createdTo: '2024-06-30' },
      'p.created_at >= $3 and p.created_at < $4',
      ['2024-06-01T06:00:00Z', '2024-07-01T06:00:00Z'],
    ),
    search(
      'modified',
      { modifiedFrom: '2026-02-01', modifiedTo: '2026-02-02' },
      'p.updated_at >= $3 and p.updated_at < $4',
      ['2026-02-01T07:00:00Z', '2026-02-03T07:00:00Z'],
    ),
    search(
      'last edit',
      { lastEditFrom: '2026-02-01', lastEditTo: '2026-02-10' },
      'p.last_edit >= $3 and p.last_edit < $4',
      ['2026-02-01T07:00:00Z', '2026-02-11T07:00:00Z'],
    ),
    search('ids', { productIds: some }, 'p.id = any ($3)', [some]),
    search(
      'brand, line and status',
      { verdantBrandIds: [brandId], productLineIds: [lineId], listingStates: ['AVAILABLE'] },
      `p.listing_state = 'AVAILABLE' and p.brand_id = $3 and p.product_line_id = $4`,
      [brandId, lineId],
    ),
    search(
      'name and status',
      { productNameSearch: 'gelato', listingStates: ['AVAILABLE', 'BACKORDER'] },
      `p.listing_state in ('AVAILABLE', 'BACKORDER') and ${hasWords(NAMED, 'gelato')}`,
    ),
    search(
      'category and available',
      { productCategoryIds: [7], inventoryFrom: '0', inventoryTo: '50' },
      `p.category = 'Pre-Roll' and ${stocked}`,
      [0, 50],
    ),
    search(
      'brand and last edit',
      { verdantBrandIds: [brandId], lastEditFrom: '2026-02-01', lastEditTo: '2026-02-10' },
      'p.brand_id = $5 and p.last_edit >= $3 and p.last_edit < $4',
      ['2026-02-01T07:00:00Z', '2026-02-11T07:00:00Z', brandId],
    ),
  ];
}

/** The same rows and their number, by joins around the page alone. */
export function byHand({ by, values }: Search, { orgId, companyId }: Catalogue, page: number): Statement {
  const where = `p.org_id = $1 and p.company_id = $2 and ${by}`;
  const text = `
    select p.*, stock.quantity, stock.reserved, brand.name as brand, line.name as line, strain.name as strain,
           strain.strain_classification, parent.name as parent, image.image_uri,
           (select count(*) from (select 1 from products p where ${where} limit 10001) m) as "resultCount"
      from (select * from products p where ${where} order by p.last_edit desc, p.id desc
             limit ${PAGE} offset ${page * PAGE}) p
      left join product_stock stock on stock.org_id = $1 and stock.product_id = p.id
      join brands brand on brand.id = p.brand_id
      left join product_lines line on line.org_id = $1 and line.id = p.product_line_id
      left join strains strain on strain.org_id = $1 and strain.id = p.strain_id
      left join products parent on parent.org_id = $1 and parent.id = p.parent_id
      left join lateral (select image_uri from product_images i where i.org_id = $1 and i.product_id = p.id
                          order by position, id limit 1) image on true
     order by p.last_edit desc, p.id desc`;
  return { text, values: [orgId, companyId, ...values] };
}
