import type pg from 'pg';
import type { FeatureMap } from '../../domain/access/features';
import type { DefaultRoleId, Membership } from '../../domain/access/roles';
import type { PlanType } from '../../domain/access/vocabulary';
import type { CompanyZone } from '../../domain/organization/day-zone';
import { onCopies } from '../db/copies';

export interface FoundActor {
  /** False once the token's session has ended. */
  isSignedIn: boolean;
  userId: string;
  displayName: string;
  isSupport: boolean;
  /** Set for an API key, which acts as its maker. */
  isApplication?: boolean;
  membership: Membership | null;
  /** The seller companies whose records they see in that organization, removed ones too, and the zones those set. */
  companyZones: readonly CompanyZone[];
}

interface ActorRow {
  is_signed_in: boolean;
  user_id: string;
  display_name: string;
  is_support: boolean;
  org_user_id: number | null;
  org_id: number;
  role_id: number;
  role_name: string;
  features: FeatureMap;
  default_role_id: DefaultRoleId | null;
  plan: PlanType;
  enabled_features: string[];
  license_ids: number[];
  brand_ids: number[];
  company_ids: number[];
  states: string[];
  company_zones: CompanyZone[] | null;
}

// Queried before every call, without a cache, so a removed permission or ended session applies to the next call.
// Support staff are named by email: who hasn't shown that it is theirs isn't the one meant.
// As JSON, because the driver takes longer to read columns and arrays one by one than to parse it.
const findActorText = onCopies(
  (nameOf) => `
  select to_json(found) as actor from (
  select $3::text is null or exists (
           select from oidc_payloads p where p.uid = $3 and p.expires_at > now()
            and p.model in ('Session', 'RefreshToken', 'Impersonation')) as is_signed_in,
         u.id as user_id, u.first_name || ' ' || u.last_name as display_name,
         u.is_support and u.email_verified_at is not null as is_support,
         m.id as org_user_id, m.org_id, m.license_ids, m.brand_ids, m.company_ids,
         r.id as role_id, r.name as role_name, r.features, r.default_role_id, o.plan,
         array(select f.slug from ${nameOf('organization_flags')} f where f.org_id = m.org_id) as enabled_features,
         array(select distinct l.us_state from ${nameOf('licenses')} l
                where l.org_id = m.org_id and (r.default_role_id is not null or l.id = any (m.license_ids))
                order by 1) as states,
         (select json_agg(json_build_object('companyId', c.id, 'timeZone', c.time_zone,
                                            'isRemoved', c.removed_at is not null))
            from ${nameOf('companies')} c
           where c.org_id = m.org_id
             and (r.default_role_id is not null or c.id = any (m.company_ids))) as company_zones
    from ${nameOf('users')} u
    left join ${nameOf('org_users')} m on m.user_id = u.id and m.status = 'ACTIVE'
         and m.org_id = coalesce($2::bigint, (select min(first.org_id) from ${nameOf('org_users')} first
                                               where first.user_id = u.id and first.status = 'ACTIVE'))
    left join ${nameOf('roles')} r on r.id = m.role_id
    left join ${nameOf('organizations')} o on o.id = m.org_id
   where u.subject = $1) as found`,
);

/**
 * A token's person and their membership: in the requested organization, or their first. `sessionId` is the token's
 * session here, null if there is none to check. Null for an unknown subject; a null membership for an organization they
 * aren't in.
 */
export async function findActor(
  pool: pg.Pool,
  subject: string,
  orgId: number | null,
  sessionId: string | null = null,
): Promise<FoundActor | null> {
  const values = [subject, orgId, sessionId];
  const text = await findActorText(pool);
  const { rows } = await pool.query<{ actor: ActorRow }>({ text, values });
  const row = rows[0]?.actor;
  if (!row) return null;
  return {
    isSignedIn: row.is_signed_in,
    userId: row.user_id,
    displayName: row.display_name,
    isSupport: row.is_support,
    membership: row.org_user_id === null ? null : toMembership(row, row.org_user_id),
    companyZones: row.company_zones ?? [],
  };
}

function toMembership(row: ActorRow, orgUserId: number): Membership {
  return {
    orgUserId,
    userId: row.user_id,
    orgId: row.org_id,
    role: {
      id: row.role_id,
      name: row.role_name,
      features: row.features,
      isDefault: row.default_role_id !== null,
      defaultRoleId: row.default_role_id,
      isOwner: row.default_role_id === 'OWNER',
    },
    enabledFeatures: row.enabled_features,
    plan: row.plan,
    licenseIds: row.license_ids,
    brandIds: row.brand_ids,
    companyIds: row.company_ids,
    states: row.states,
  };
}
