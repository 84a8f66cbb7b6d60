import { sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { expiryOf, type LabReport, PASSED_LAB_STATES, summaryOf } from '../../domain/inventory/lab-result';
import type { productLab } from '../../domain/inventory/lab-summary';
import { isOneOf } from '../db/page';
import type { Verb } from '../implement';
import { findListed } from './menu';

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
