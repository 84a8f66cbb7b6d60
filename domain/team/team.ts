import { z } from 'zod';
import { DEFAULT_ROLE_IDS } from '../access/roles';
import { Id, Instant } from '../contract/endpoint';
import { defineFilters, ids, text } from '../filters';
import { lineOfText } from '../text';
import { OrgUser } from './member';

/** The team list's filters. */
export const teamFilters = defineFilters({
  q: text('People'),
  role: ids('Role', 'roles'),
  licenseIds: ids('Assigned license', 'licenses'),
  brandIds: ids('Assigned brand', 'brands'),
  companyIds: ids('Assigned company', 'companies'),
});

const assignable = DEFAULT_ROLE_IDS.filter((id) => id !== 'OWNER') as ['ADMIN', 'USER'];

const places = {
  title: lineOfText().max(80, 'Must be 80 characters or fewer').nullable().optional(),
  /** A default role, or a custom one by `orgRoleId`. Ownership is transferred, never assigned. */
  defaultRole: z.enum(assignable).optional(),
  orgRoleId: Id.optional(),
  licenseIds: z.array(Id).max(1000).optional(),
  brandIds: z.array(Id).max(1000).optional(),
  companyIds: z.array(Id).max(1000).optional(),
  salesRepId: lineOfText().min(1).max(60, 'Must be 60 characters or fewer').nullable().optional(),
};

const oneRole = ({ defaultRole, orgRoleId }: { defaultRole?: unknown; orgRoleId?: unknown }) =>
  (defaultRole === undefined) !== (orgRoleId === undefined);

export const Invitation = z
  .object({
    email: z.email('Enter an email address').trim().max(254),
    /** Shown until they join with their own. */
    name: lineOfText().max(120, 'Must be 120 characters or fewer').nullable().optional(),
    ...places,
  })
  .refine(oneRole, { path: ['defaultRole'], message: 'Choose a role' });

/** Only the fields sent are changed. */
export const OrgUserEdit = z
  .object(places)
  .refine(({ defaultRole, orgRoleId }) => defaultRole === undefined || orgRoleId === undefined, {
    path: ['defaultRole'],
    message: 'Choose one role',
  });

/** By company, as their lists are; companies without any are left out. */
const ByCompany = z.array(z.strictObject({ companyId: Id, count: z.number().int().positive() }));

/** What still names someone on the team, to hand over before or after they are removed. */
export const OrgUserDependents = z.strictObject({
  /** Customers they manage. */
  customers: ByCompany,
  /** Orders they are a sales rep of that aren't finished. */
  openOrders: ByCompany,
  /** Licenses read with their own tracking system key. */
  licenses: z.number().int(),
  /** Companies that email them. */
  companies: z.number().int(),
});
export type OrgUserDependents = z.infer<typeof OrgUserDependents>;

export const InviteLink = z.strictObject({ inviteLink: z.string(), expiresAt: Instant });

export const InvitedOrgUser = OrgUser.extend({ inviteLink: z.string(), inviteExpiresAt: Instant });
