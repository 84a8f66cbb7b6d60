import { eq } from 'drizzle-orm';
import { DEFAULT_FEATURES, DEFAULT_ROLE_IDS, DEFAULT_ROLE_NAMES, type Membership } from '../../domain/access/roles';
import { badInput, DomainError } from '../../domain/errors';
import { type beginning, type OrganizationDraft, TRADES } from '../../domain/onboarding/contract';
import { whyNotBegin } from '../../domain/session/sign-up';
import { mayBeginByInvitation } from '../access/invited';
import type { Ctx, MemberCtx } from '../context';
import { organizationFlags, organizations, orgUsers, roles, users } from '../db/schema';
import type { Verb } from '../implement';
import { addLicenses, announceLicenses, takenMessage } from '../licenses/add-licenses';
import { addBuyerCompany } from '../organization/save-buyer-company';
import { addCompany } from '../organization/save-company';

/** Without it a seller's owner sees only the orders they are the sales rep of, and support would have to turn it on. */
const SELLERS_FLAG = 'BROWSE_ORDERS';

/**
 * Begins an organization the caller owns, with its default roles, licenses and the companies its kind trades with; all
 * or nothing. BAD_INPUT on the license number that an organization has, even one that begins at the same time.
 * FORBIDDEN until the caller's email is confirmed, and for whom `SIGN_UP` leaves out.
 */
export const createOrganization: Verb<typeof beginning.create> = async (ctx, { body }) => {
  const own = await found(ctx, body);
  const licenseIds = await addFirstLicenses(own, body.licenses);
  await addFirstCompanies(own, body, licenseIds);
  const { orgId, orgUserId } = own.membership;
  await ctx.publish({ topic: 'access', kind: 'created', id: orgUserId, orgIds: [orgId] });
  await ctx.enqueue({ name: 'chat-team', data: { orgId } });
  return { orgId, orgName: body.name };
};

/** The new organization with its roles and owner, as whom the rest is added. */
async function found({ db, person, now, audit, publish, services }: Ctx, draft: OrganizationDraft): Promise<MemberCtx> {
  const [user] = await db.select().from(users).where(eq(users.id, person.userId));
  if (!user?.emailVerifiedAt) {
    throw new DomainError('FORBIDDEN', `Confirm your email (${user?.email}) first, then create the organization.`);
  }
  const { signUp, company } = services.config;
  const isInvited = signUp === 'invitation' && (await mayBeginByInvitation(db, user.email));
  const whyNot = whyNotBegin(signUp, { isSupport: person.isSupport, isInvited }, company.supportEmail);
  if (whyNot !== null) throw new DomainError('FORBIDDEN', whyNot);
  // Onboarding asks for a name and an organization, as for someone who accepts an invitation.
  if (!user.onboarded && user.firstName && user.lastName) {
    await db.update(users).set({ onboarded: true, updatedAt: now }).where(eq(users.id, user.id));
  }
  const { name, companyType, licenses } = draft;
  const defaultState = draft.defaultState ?? licenses[0]?.state ?? '';
  const [org] = await db.insert(organizations).values({ name, defaultState, createdAt: now }).returning();
  if (org === undefined) throw new Error('The organization just added was not found');
  const orgId = org.id;
  const enabledFeatures = TRADES[companyType].sells ? [SELLERS_FLAG] : [];
  if (enabledFeatures.length > 0) {
    await db.insert(organizationFlags).values(enabledFeatures.map((slug) => ({ orgId, slug })));
  }
  const defaults = DEFAULT_ROLE_IDS.map((id) => ({
    orgId,
    name: DEFAULT_ROLE_NAMES[id],
    features: DEFAULT_FEATURES[id],
    defaultRoleId: id,
    createdAt: now,
  }));
  const made = await db.insert(roles).values(defaults).returning({ id: roles.id, defaultRoleId: roles.defaultRoleId });
  const roleId = made.find(({ defaultRoleId }) => defaultRoleId === 'OWNER')?.id ?? 0;
  const [owner] = await db
    .insert(orgUsers)
    .values({ orgId, userId: user.id, email: user.email, roleId, acceptedAt: now, createdAt: now })
    .returning({ id: orgUsers.id });
  await audit({ orgId, id: orgId, before: null, after: { name, companyType, defaultState } });
  const membership: Membership = {
    orgUserId: owner?.id ?? 0,
    userId: user.id,
    orgId,
    role: {
      id: roleId,
      name: DEFAULT_ROLE_NAMES.OWNER,
      features: DEFAULT_FEATURES.OWNER,
      isDefault: true,
      defaultRoleId: 'OWNER',
      isOwner: true,
    },
    enabledFeatures,
    plan: 'FREE',
    licenseIds: [],
    brandIds: [],
    companyIds: [],
    states: [],
  };
  return { db, now, membership, publish, audit: (entry) => audit({ orgId, ...entry }) };
}

/** The licenses' ids, in the draft's order. */
async function addFirstLicenses(own: MemberCtx, drafts: OrganizationDraft['licenses']): Promise<number[]> {
  const refused: Record<string, string> = {};
  const known = new Map<string, number>();
  // In one order, so that two organizations that begin with the same numbers don't wait for each other.
  for (const state of [...new Set(drafts.map((draft) => draft.state))].sort()) {
    const here = drafts.filter((draft) => draft.state === state);
    const rows = here.map(({ address, state: _, ...draft }) => {
      const { lineOne, city, postalCode } = address;
      return { ...draft, addressLineOne: lineOne, city, postalCode };
    });
    const { ids, taken } = await addLicenses(own, state, rows);
    for (const one of taken) {
      const index = drafts.findIndex((draft) => draft.state === state && draft.licenseNumber === one.licenseNumber);
      refused[`licenses.${index}.licenseNumber`] = takenMessage(one);
    }
    for (const { id, licenseNumber } of await announceLicenses(own, ids)) known.set(`${state} ${licenseNumber}`, id);
  }
  if (Object.keys(refused).length > 0) throw badInput(refused);
  return drafts.map(({ state, licenseNumber }) => known.get(`${state} ${licenseNumber}`) ?? 0);
}

/** A seller company in the first license's state, and a buyer company that buys for every license. */
async function addFirstCompanies(own: MemberCtx, draft: OrganizationDraft, licenseIds: number[]): Promise<void> {
  const { name, companyType, licenses } = draft;
  const { sells, buys } = TRADES[companyType];
  const { orgId } = own.membership;
  const [first] = licenses;
  if (sells && first) {
    const state = { ansiAbbrevation: first.state };
    await addCompany(own, { orgId, name, companyType, state, licenseId: licenseIds[0] ?? null });
  }
  if (buys) await addBuyerCompany(own, { orgId, businessLicenseName: name, dba: null, licenseIds });
}
