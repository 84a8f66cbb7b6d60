import { sql } from 'drizzle-orm';

/** The name of `org_users member` with its `users person`; the email for someone who hasn't joined yet. */
export const displayName = sql`coalesce(person.first_name || ' ' || person.last_name, member.email)`;
