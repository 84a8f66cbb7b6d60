import { z } from 'zod';
import { FeatureIdSchema, FeatureMapSchema } from '../access/features';
import { DefaultRoleIdSchema } from '../access/roles';
import { PlanTypeSchema } from '../access/vocabulary';
import { Id, Instant } from '../contract/endpoint';
import { lineOfText } from '../text';

export const CurrentUser = z.strictObject({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  created: Instant,
  onboarded: z.boolean(),
  profileImageUri: z.string().nullable(),
  coverImageUri: z.string().nullable(),
  isSupport: z.boolean(),
  /** Whether they are a member of any organization. */
  isMember: z.boolean(),
  /** Why a link we emailed for their account didn't reach them, as a sentence. */
  emailProblem: z.string().nullable(),
  /** The support person impersonating them, else null. */
  impersonatedBy: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

const name = (label: string) => lineOfText().min(1, `${label} is required`).max(80, 'Must be 80 characters or fewer');

export const ProfileEdit = z.object({
  firstName: name('First name').optional(),
  lastName: name('Last name').optional(),
  onboarded: z.boolean().optional(),
});

/** One sign-in of a person. */
export const SignedInSession = z.strictObject({
  id: z.string(),
  /** Its browser and system, such as “Chrome on Windows”; null if they aren't known. */
  device: z.string().nullable(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
  isCurrent: z.boolean(),
});
export type SignedInSession = z.infer<typeof SignedInSession>;

/** The caller's membership in the organization given by `Org-Id`, or in their first one. */
export const MyMembership = z.strictObject({
  id: Id,
  userId: z.uuid(),
  user: CurrentUser.pick({ id: true, firstName: true, lastName: true, email: true, profileImageUri: true }),
  orgId: Id,
  orgName: z.string(),
  orgRole: z.strictObject({
    id: Id,
    name: z.string(),
    features: FeatureMapSchema,
    isDefault: z.boolean(),
    defaultRoleId: DefaultRoleIdSchema.nullable(),
    isOwner: z.boolean(),
  }),
  plan: PlanTypeSchema,
  enabledFeatures: z.array(z.string()),
  licenseIds: z.array(Id),
  brandIds: z.array(Id),
  companyIds: z.array(Id),
  states: z.array(z.string()),
  /** Every organization the person belongs to, with their role there. */
  orgs: z.array(z.strictObject({ id: Id, name: z.string(), roleName: z.string() })),
});
export type MyMembership = z.infer<typeof MyMembership>;

export const SiteFlag = z.strictObject({ slug: z.string(), description: z.string() });

export const FeatureEntry = z.strictObject({
  id: FeatureIdSchema,
  name: z.string(),
  description: z.string(),
  app: z.string(),
  appOrder: z.number().int(),
  order: z.number().int(),
  isFlag: z.boolean(),
});

const Permission = z.strictObject({ feature: FeatureIdSchema, level: z.enum(['read', 'write']) });
export const FeatureDependencyEntry = Permission.extend({ anyOf: z.array(Permission) });
