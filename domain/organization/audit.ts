import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';

const Author = z.strictObject({ id: z.uuid(), name: z.string() });

/** One change, as the audit log keeps it. Keys, codes and passwords are never in it. */
export const AuditRecord = z.strictObject({
  id: Id,
  created: Instant,
  /** Null for what the platform did itself. */
  person: Author.nullable(),
  /** The support person who acted for them. */
  impersonatedBy: Author.nullable(),
  /** The call, as `POST /checkout`. */
  endpoint: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  before: z.json().nullable(),
  after: z.json().nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** What whoever decides about roles sees of the log without seeing every company and license. */
export const TEAM_ENTITIES = ['org-user', 'role'] as const;

const SECRET = /(apikey|secretkey|token|secret|password|invitecode|invitelink)$/i;

/** A kept value without what nobody should read again, whatever wrote it. */
export function withoutSecrets(value: unknown): AuditRecord['after'] {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item));
  if (typeof value !== 'object' || value === null) return (value ?? null) as AuditRecord['after'];
  const kept = Object.entries(value).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutSecrets(item)]));
}
