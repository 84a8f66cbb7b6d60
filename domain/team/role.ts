import { z } from 'zod';
import { FeatureMapSchema } from '../access/features';
import { DefaultRoleIdSchema } from '../access/roles';
import { Id, Version } from '../contract/endpoint';
import { lineOfText } from '../text';

/** A role's name, as typed. */
export const RoleName = lineOfText().min(1, 'Name is required').max(60, 'Must be 60 characters or fewer');

export const OrgRole = z.strictObject({
  id: Id,
  name: z.string(),
  features: FeatureMapSchema,
  isDefault: z.boolean(),
  defaultRoleId: DefaultRoleIdSchema.nullable(),
  isOwner: z.boolean(),
  /** How many people have it. */
  userCount: z.number().int(),
  version: Version,
});
export type OrgRole = z.infer<typeof OrgRole>;

export const RoleDraft = z.object({ name: RoleName, features: FeatureMapSchema });
/** A role's edit, with the version it is based on. */
export const RoleEdit = RoleDraft.extend({ version: Version });
