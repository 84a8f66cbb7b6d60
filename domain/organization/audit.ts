import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { choices, dates, defineFilters, text } from '../filters';

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
  /** What the call does, in words. */
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  before: z.json().nullable(),
  after: z.json().nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** What whoever decides about roles sees of the log without seeing every company and license. */
export const TEAM_ENTITIES = ['org-user', 'role'] as const;

/** The kinds of records that writes name in the log, as people read them. */
export const AUDIT_ENTITIES: Readonly<Record<string, string>> = {
  order: 'Order',
  payment: 'Payment',
  comment: 'Comment',
  cart: 'Cart',
  'saved-search': 'Saved view',
  customer: 'Customer',
  'customer-status': 'Customer status',
  'customer-service-zone': 'Service zone',
  'customer-import': 'Customer import',
  'bulk-act': 'Bulk action',
  'org-user': 'Team member',
  role: 'Role',
  'license-sync': 'License sync',
  'tracking-key': 'Tracking system key',
  'wholesale-sync': 'Wholesale marketplace',
  subscription: 'Plan',
  checkout: 'Checkout page',
  'billing-portal': 'Billing page',
  'chat-channel': 'Chat channel',
  'chat-message': 'Chat message',
  user: 'Account',
  session: 'Session',
  impersonation: 'Support session',
};

/** What the log can be narrowed by. */
export const auditFilters = defineFilters({
  person: text('Person'),
  entity: choices(
    'Type',
    Object.entries(AUDIT_ENTITIES).map(([value, label]) => ({ value, label })),
  ),
  entityId: text('Record ID'),
  created: dates('Date', { past: true }),
});

/** One field that a change wrote; undefined where it was not there before, or no longer is. */
export type AuditChange = { field: string; before: unknown; after: unknown };

/** Fields every record has, which say nothing about the change. */
const BOOKKEEPING = ['id', 'orgId', 'version', 'created', 'createdAt', 'updated', 'updatedAt'];

/** The fields a change wrote, in the order the record has them; `value` where it is not a record of fields. */
export function auditChanges({ before, after }: Pick<AuditRecord, 'before' | 'after'>): AuditChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])]
    .filter((field) => !BOOKKEEPING.includes(field))
    .map((field) => ({ field, before: old[field], after: now[field] }))
    .filter((change) => JSON.stringify(change.before ?? null) !== JSON.stringify(change.after ?? null));
}

const NAMES = ['orderNumber', 'name', 'displayName', 'email', 'title'];

/** What people call the changed record: its number, name or email where the log kept one, else its id; '' without either. */
export function auditName({ before, after, entityId }: Pick<AuditRecord, 'before' | 'after' | 'entityId'>): string {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  const named = NAMES.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  if (named !== undefined) return String(named);
  return entityId === null ? '' : `ID ${entityId}`;
}

function fieldsOf(value: AuditRecord['before']): Record<string, unknown> {
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? value : { value };
}

const SECRET = /(apikey|secretkey|token|secret|password|invitecode|invitelink)$/i;

/** A kept value without what nobody should read again, whatever wrote it. */
export function withoutSecrets(value: unknown): AuditRecord['after'] {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item));
  if (typeof value !== 'object' || value === null) return (value ?? null) as AuditRecord['after'];
  const kept = Object.entries(value).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutSecrets(item)]));
}
