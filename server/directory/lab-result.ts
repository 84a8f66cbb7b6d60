import { sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { expiryOf, failuresOf, type LabReport, PASSED_LAB_STATES, summaryOf } from '../../domain/inventory/lab-result';
import { type productLab, thcOf } from '../../domain/inventory/lab-summary';
import { money } from '../../domain/money';
import { isOneOf } from '../db/page';
import { products } from '../db/schema';
import type { Verb } from '../implement';
import { findListed, listedBy, sellerOf } from './menu';

type Found = Omit<LabReport, 'expires' | 'documentId' | 'sourceLabel'>;

/**
 * What the newest lab report says of the packages a listed product is sold from: only of those at hand, only one that
 * passed. NOT_FOUND unless the product is on the brand's menu.
 */
export const getLabResult: Verb<typeof productLab.result> = async ({ db }, { params: { id, productId } }) => {
  const orgId = await findListed(db, id, productId);
  if (orgId === undefined) throw notFound('Product');
  const { rows } = await db.execute<Found>(sql`
    select report.lab_name as "labName", report.lab_license as "labLicense", report.performed::text as performed,
           report.passed, report.is_revoked as "isRevoked", report.findings
      from product_items mapped
      join packages pack on pack.org_id = ${orgId} and pack.item_id = mapped.item_id and pack.status = 'ACTIVE'
      join lab_reports report on report.org_id = ${orgId} and report.package_id = pack.id
     where mapped.org_id = ${orgId} and mapped.product_id = ${productId} and report.passed and not report.is_revoked
       and ${isOneOf(sql`pack.lab_test_state`, PASSED_LAB_STATES)}
     order by report.performed desc, pack.id desc limit 1`);
  const [newest] = rows;
  if (newest === undefined) return { result: null };
  return {
    result: summaryOf({ ...newest, expires: expiryOf(newest.performed), documentId: null, sourceLabel: '' }),
  };
};

type Tested = Pick<Found, 'performed' | 'findings'> & { productId: number; batch: string };

/** The same of each product of a menu, in short. NOT_FOUND for a brand that has none. */
export const listLabResults: Verb<typeof productLab.ofBrand> = async ({ db }, { params: { id } }) => {
  const orgId = await sellerOf(db, id);
  const { rows } = await db.execute<Tested>(sql`
    select distinct on (products.id) products.id::int as "productId", pack.label as batch, report.performed::text as performed,
           coalesce((select jsonb_agg(finding) from jsonb_array_elements(report.findings) finding
             where finding ->> 'group' = 'CANNABINOIDS' or not (finding ->> 'passed')::boolean), '[]'::jsonb) as findings
      from ${products}
      join companies on companies.id = products.company_id
      join product_items mapped on mapped.org_id = ${orgId} and mapped.product_id = products.id
      join packages pack on pack.org_id = ${orgId} and pack.item_id = mapped.item_id and pack.status = 'ACTIVE'
      join lab_reports report on report.org_id = ${orgId} and report.package_id = pack.id
     where products.org_id = ${orgId} and ${listedBy(id, undefined)} and report.passed and not report.is_revoked
       and ${isOneOf(sql`pack.lab_test_state`, PASSED_LAB_STATES)}
     order by products.id, report.performed desc, pack.id desc`);
  return rows
    .filter((report) => failuresOf(report).length === 0)
    .map(({ productId, batch, performed, findings }) => {
      const measured = findings.flatMap(({ name, level, unit }) => (level === null ? [] : [{ name, level, unit }]));
      const thc = thcOf(measured);
      return { productId, batch, performed, expires: expiryOf(performed), thc: thc === null ? null : money(thc) };
    });
};
