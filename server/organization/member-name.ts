import { sql } from 'drizzle-orm';

const fullName = `person.first_name || ' ' || person.last_name`;

/** The name of `org_users member` with its `users person`; the invited name or email for someone who hasn't joined yet. */
export const MEMBER_NAME = `coalesce(${fullName}, member.invited_name, member.email)`;
export const displayName = sql.raw(MEMBER_NAME);

/** The same name of `org_users member` alone. */
export const displayNameOf = sql.raw(
  `coalesce((select ${fullName} from users person where person.id = member.user_id), member.invited_name, member.email)`,
);
