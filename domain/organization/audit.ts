import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import type { CsvColumn } from '../csv';
import { shortMoment } from '../dates';
import { choices, dates, defineFilters, flag, text } from '../filters';

const Author = z.strictObject({ id: z.uuid(), name: z.string() });

/** One change in the audit log. Keys, codes and passwords are never stored in it. */
export const AuditRecord = z.strictObject({
  id: Id,
  created: Instant,
  /** Null for automatic changes. */
  person: Author.nullable(),
  /** The support person acting for them. */
  impersonatedBy: Author.nullable(),
  /** The call, as `POST /checkout`. */
  endpoint: z.string(),
  /** The call's summary. */
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  before: z.json().nullable(),
  after: z.json().nullable(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Kinds of records in the log, with their labels. */
export const AUDIT_ENTITIES: Readonly<Record<string, string>> = {
  order: 'Order',
  'order-problem': 'Reported problem',
  payment: 'Payment',
  comment: 'Comment',
  cart: 'Cart',
  'order-approval': 'Request for approval',
  'approval-settings': 'Orders that need approval',
  'standing-list': 'Standing list',
  offer: 'Offer',
  bid: 'Bid',
  'saved-search': 'Saved view',
  'report-mailing': 'Scheduled email',
  product: 'Product',
  'product-change': 'Product changes',
  'product-line': 'Product line',
  strain: 'Strain',
  'tracking-item': 'Tracking system item',
  'item-rule': 'Assignment rule',
  package: 'Package',
  difference: 'Tracking system difference',
  'price-schedule': 'Price schedule',
  customer: 'Customer',
  'customer-status': 'Customer status',
  'customer-service-zone': 'Service zone',
  'customer-import': 'Customer import',
  'bulk-act': 'Bulk action',
  'org-user': 'Team member',
  role: 'Role',
  license: 'License',
  organization: 'Organization',
  company: 'Company',
  'order-terms': 'Minimum order and delivery days',
  'company-notifications': 'Notification settings',
  'company-invite': 'Buyer invitation',
  'buyer-company': 'Buyer company',
  'license-sync': 'License sync',
  'tracking-key': 'Tracking system key',
  'wholesale-sync': 'Wholesale marketplace',
  subscription: 'Plan',
  checkout: 'Checkout page',
  'billing-portal': 'Billing page',
  'chat-channel': 'Chat channel',
  'chat-message': 'Chat message',
  brand: 'Brand',
  'brand-suggestion': 'Suggested brand',
  'brand-invite': 'Brand invite',
  connection: 'Connection',
  user: 'Account',
  session: 'Session',
  'unsent-email': 'Unsent emails',
  'failed-job': 'Failed jobs',
  impersonation: 'Support session',
};

/** Audit log filters. */
export const auditFilters = defineFilters({
  person: text('Person'),
  entity: choices(
    'Type',
    Object.entries(AUDIT_ENTITIES).map(([value, label]) => ({ value, label })),
  ),
  entityId: text('Record ID'),
  bySupport: flag('Changed by', { yes: 'Support, for someone', no: 'The team itself' }),
  created: dates('Date', { past: true }),
});

/** One changed field; undefined where it didn't exist before or no longer does. */
export type AuditChange = { field: string; before: unknown; after: unknown };

/** Bookkeeping fields, which don't describe a change. */
const BOOKKEEPING = ['id', 'orgId', 'version', 'created', 'createdAt', 'updated', 'updatedAt'];

/** The changed fields, in record order; `value` if it isn't a record of fields. */
export function auditChanges({ before, after }: Pick<AuditRecord, 'before' | 'after'>): AuditChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])]
    .filter((field) => !BOOKKEEPING.includes(field))
    .map((field) => ({ field, before: old[field], after: now[field] }))
    .filter((change) => JSON.stringify(change.before ?? null) !== JSON.stringify(change.after ?? null));
}

const NAMES = ['orderNumber', 'name', 'displayName', 'email', 'title'];

/** The changed record's label: its number, name or email if logged, else its id; '' without either. */
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

/** A logged value without secrets, whatever wrote it. */
export function withoutSecrets(value: unknown): AuditRecord['after'] {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item));
  if (typeof value !== 'object' || value === null) return (value ?? null) as AuditRecord['after'];
  const kept = Object.entries(value).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutSecrets(item)]));
}

/** `shipDate` as "Ship date". */
export function auditFieldLabel(field: string): string {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const spelled = words.replace(/\b(id|usd)(s?)\b/g, (_, word: string, plural: string) => word.toUpperCase() + plural);
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

/** Who made a change. */
export const auditPerson = ({ person }: Pick<AuditRecord, 'person'>): string =>
  person === null ? 'Verdant' : person.name || 'Deleted account';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A logged value as text, instants by `moment`: a list with commas, anything nested as JSON, blank as `''`. */
export function auditValueText(value: unknown, moment: (instant: string) => string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return INSTANT.test(value) ? moment(value) : value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** One side of every changed field, a line each. */
const sideOf = (side: 'before' | 'after') => (entry: AuditRecord, timeZone: string) =>
  auditChanges(entry)
    .map((change) => [change.field, auditValueText(change[side], (instant) => shortMoment(instant, timeZone))] as const)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${auditFieldLabel(field)}: ${value}`)
    .join('\n');

/** The log's csv, with the grid's columns and each field before and after. */
export const AUDIT_COLUMNS: readonly CsvColumn<AuditRecord>[] = [
  { header: 'Date', isInstant: true, text: ({ created }, timeZone) => shortMoment(created, timeZone) },
  { header: 'Person', text: auditPerson },
  { header: 'Support', text: ({ impersonatedBy }) => impersonatedBy?.name ?? '' },
  { header: 'Action', text: ({ action }) => action },
  { header: 'Type', text: ({ entity }) => AUDIT_ENTITIES[entity] ?? entity },
  { header: 'Record', text: auditName },
  { header: 'Record ID', text: ({ entityId }) => entityId ?? '' },
  { header: 'Before', text: sideOf('before') },
  { header: 'After', text: sideOf('after') },
];
