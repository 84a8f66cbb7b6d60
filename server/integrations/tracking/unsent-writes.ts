import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { trackingWrites } from '../../db/schema';

const isUnsent = (orgId: number) => and(eq(trackingWrites.orgId, orgId), eq(trackingWrites.state, 'PENDING'));

/** Of a license's writes, those that are still to be sent. */
export const unsentOf = ({ orgId, licenseId }: { orgId: number; licenseId: number }) =>
  and(isUnsent(orgId), eq(trackingWrites.licenseId, licenseId));

/** Ends those of an organization's writes that are still to be sent and never will be, and returns them. */
export const endUnsent = (db: Db, orgId: number, which: SQL, why: string) =>
  db
    .update(trackingWrites)
    .set({ state: 'REFUSED', problem: why, heldUntil: null, updatedAt: sql`now()` })
    .where(and(isUnsent(orgId), which))
    .returning();
