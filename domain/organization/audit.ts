import { z } from 'zod';
import { Id, Instant, readId } from '../contract/endpoint';
import type { CsvColumn } from '../csv';
import { shortMoment } from '../dates';
import { choices, dates, defineFilters, flag, text } from '../filters';
import { AUDIT_ENTITIES, namedAs } from './audit-entities';
import {
  type AuditShown,
  auditFieldLabel,
  auditKindOf,
  auditNameOf,
  auditValue,
  type AuditFields as Fields,
  isAuditField,
  isFields,
} from './audit-words';

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
  /** Names of the organization's own records that the entry holds by id, by `kind:id`. */
  names: z.record(z.string(), z.string()),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

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

/** One changed field, each side as people read it; '' where it didn't exist before or no longer does. */
type AuditChange = { label: string; before: string; after: string };

type Sides = Pick<AuditRecord, 'before' | 'after'>;
type Moment = (instant: string) => string;

/** The changed fields in words, in record order; instants by `moment`. */
export function auditChanges(
  { before, after, names }: Sides & Pick<AuditRecord, 'names'>,
  moment: Moment,
): AuditChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return changesOf(old, now, '', { names, moment });
}

function changesOf(old: Fields, now: Fields, of: string, shown: AuditShown): AuditChange[] {
  return Object.keys({ ...now, ...old })
    .filter((field) => isAuditField(field) && JSON.stringify(old[field] ?? null) !== JSON.stringify(now[field] ?? null))
    .flatMap((field) => {
      const [was, is] = [old[field], now[field]];
      const isRow = /^\d+$/.test(field);
      const name = isRow ? auditNameOf(fieldsOf(is ?? was)) : auditFieldLabel(field);
      const label = isRow || of === '' ? name : `${of}: ${name}`;
      if (isFields(was) && isFields(is) && !('id' in is)) return changesOf(was, is, label, shown);
      const before = auditValue(field, was, { ...shown, beside: { ...now, ...old } });
      const after = auditValue(field, is, { ...shown, beside: { ...old, ...now } });
      return before === after ? [] : [{ label, before, after }];
    });
}

/** The changed record's name: its number, name or email if logged, else what it is called now; '' without either. */
export function auditName({ before, after, entity, entityId, names }: AuditNamed): string {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  const own = auditNameOf(fields) || names[`${namedAs(entity)}:${entityId}`];
  return own || (names[`order:${String(fields.orderId)}`] ?? '');
}
type AuditNamed = Pick<AuditRecord, 'before' | 'after' | 'entity' | 'entityId' | 'names'>;

/** The ids by kind whose names some entries need. */
export function auditNeeds(entries: readonly Omit<AuditRecord, 'names'>[]): Map<string, number[]> {
  const needs = new Map<string, Set<number>>();
  const need = (kind: string, id: unknown) => {
    const read = readId(typeof id === 'number' ? String(id) : typeof id === 'string' ? id : null);
    if (read !== null) needs.set(kind, (needs.get(kind) ?? new Set()).add(read));
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (isFields(value)) {
      for (const [field, of] of Object.entries(value)) {
        const kind = auditKindOf(field);
        if (kind !== null) for (const id of [of].flat()) need(kind, id);
        walk(of);
      }
    }
  };
  for (const { entity, entityId, before, after } of entries) {
    need(namedAs(entity), entityId);
    walk(before);
    walk(after);
  }
  return new Map([...needs].map(([kind, ids]) => [kind, [...ids]]));
}

/** A record's fields; those of a call that logged what it was asked. A list or a single value is one field. */
function fieldsOf(value: unknown): Fields {
  if (value === null || value === undefined) return {};
  if (!isFields(value)) return { value };
  const { params: _, query, body, ...rest } = value;
  return { ...fieldsIn(query), ...fieldsIn(body), ...rest };
}

const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});

const SECRET = /(apikey|secretkey|token|secret|password|invitecode|invitelink)$/i;

/** A logged value without secrets, whatever wrote it. */
export function withoutSecrets(value: unknown): AuditRecord['after'] {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item));
  if (typeof value !== 'object' || value === null) return (value ?? null) as AuditRecord['after'];
  const kept = Object.entries(value).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutSecrets(item)]));
}

/** Who made a change. */
export const auditPerson = ({ person }: Pick<AuditRecord, 'person'>): string =>
  person === null ? 'Verdant' : person.name || 'Deleted account';

/** One side of every changed field, a line each. */
const sideOf = (side: 'before' | 'after') => (entry: AuditRecord, timeZone: string) =>
  auditChanges(entry, (instant) => shortMoment(instant, timeZone))
    .filter((change) => change[side] !== '')
    .map((change) => `${change.label}: ${change[side]}`)
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
