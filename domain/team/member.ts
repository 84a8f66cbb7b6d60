import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';

export const OrgUser = z.strictObject({
  id: Id,
  userId: z.uuid().nullable(),
  email: z.string(),
  title: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(['INVITED', 'ACTIVE']),
  orgRole: z.strictObject({ id: Id, name: z.string(), isOwner: z.boolean() }),
  licenseIds: z.array(Id),
  brandIds: z.array(Id),
  companyIds: z.array(Id),
  salesRepId: z.string().nullable(),
  /** Why their invitation couldn't be emailed, as a sentence. */
  emailProblem: z.string().nullable(),
  created: Instant,
});
export type OrgUser = z.infer<typeof OrgUser>;

export const SalesRep = z.strictObject({ searchId: Id, displayName: z.string() });
