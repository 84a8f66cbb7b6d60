import { sql } from 'drizzle-orm';

/** The name of `org_users member` and its `users person`; someone who has not joined yet goes by e-mail address. */
export const displayName = sql`coalesce(person.first_name || ' ' || person.last_name, member.email)`;
