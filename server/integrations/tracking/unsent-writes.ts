import { and, eq } from 'drizzle-orm';
import { trackingWrites } from '../../db/schema';

/** Of a license's writes, those that are still to be sent. */
export const unsentOf = ({ orgId, licenseId }: { orgId: number; licenseId: number }) =>
  and(eq(trackingWrites.orgId, orgId), eq(trackingWrites.licenseId, licenseId), eq(trackingWrites.state, 'PENDING'));
