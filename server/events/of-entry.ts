import { readId } from '../../domain/contract/endpoint';
import type { EventType } from '../../domain/events/catalogue';
import type { Told } from '../../domain/events/event';

/** What an audit entry says of a record: what it was, null if it is new, and what it is, null if it is gone. */
type Entry = { orgId: number; entity: string; entityId: string | null; before: unknown; after: unknown };
type Values = Readonly<Record<string, unknown>>;
type Say = (before: Values | null, after: Values) => readonly EventType[];

/** Told by stock itself, whatever moves it. */
const STOCK: readonly string[] = ['quantity', 'note', 'keptFor', 'stock', 'from', 'published', 'outcome'];

/** What entries of these kinds of records tell programs. */
const SAYS: Readonly<Record<string, { kind: Told['subject']['kind']; say: Say }>> = {
  product: {
    kind: 'product',
    say: (before, after) => {
      if (Object.keys(after).every((field) => STOCK.includes(field))) return [];
      if (before === null) return ['product.created'];
      const isArchived = after.listingState === 'ARCHIVED' && before.listingState !== 'ARCHIVED';
      return [isArchived ? 'product.archived' : 'product.updated'];
    },
  },
  customer: { kind: 'customer', say: (before) => [before === null ? 'customer.created' : 'customer.updated'] },
  'price-schedule': { kind: 'price_schedule', say: () => ['price_schedule.changed'] },
  package: { kind: 'package', say: () => ['package.changed'] },
  harvest: {
    kind: 'harvest',
    say: (before, { state }) => {
      if (state === before?.state) return [];
      if (state === 'SUBMITTING') return ['harvest.submitted'];
      return state === 'FINISHED' ? ['harvest.finished'] : [];
    },
  },
};

/**
 * The events that follow from an entry in the audit log: every change a call makes is in it, in its own transaction, whether
 * it was made by one, a bulk action or an import. What jobs change without an entry, and what an entry doesn't say, is told
 * where it happens.
 */
export function eventsOf({ orgId, entity, entityId, before, after }: Entry): Told[] {
  const said = SAYS[entity];
  const id = readId(entityId);
  if (said === undefined || id === null || !isValues(after)) return [];
  const subject = { kind: said.kind, id };
  return said.say(isValues(before) ? before : null, after).map((type) => ({ type, orgId, subject }));
}

const isValues = (given: unknown): given is Values => typeof given === 'object' && given !== null;
