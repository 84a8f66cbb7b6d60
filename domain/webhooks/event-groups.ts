import { EVENT_TYPES, EVENTS, type EventSubjectKind, type EventType } from '../events/catalogue';
import type { EventRecord } from '../events/event';
import { counted } from '../text';

/** What people call what an event is about, and the heading under which its events are chosen. */
const SUBJECTS: Record<EventSubjectKind, { noun: string; group: string }> = {
  order: { noun: 'Sales order', group: 'Sales orders' },
  purchase: { noun: 'Purchase order', group: 'Purchase orders' },
  customer: { noun: 'Customer', group: 'Customers' },
  product: { noun: 'Product', group: 'Products and prices' },
  price_schedule: { noun: 'Price schedule', group: 'Products and prices' },
  package: { noun: 'Package', group: 'Packages and transfers' },
  transfer: { noun: 'Transfer', group: 'Packages and transfers' },
  harvest: { noun: 'Harvest', group: 'Harvests' },
  intake: { noun: 'Intake', group: 'Intakes' },
  share: { noun: 'Share', group: 'Sharing' },
  deal: { noun: 'Offer', group: 'Offers and bids' },
  license: { noun: 'License', group: 'Licenses' },
  message: { noun: 'Message', group: 'Messages' },
  endpoint: { noun: 'Endpoint', group: 'Webhooks' },
};

/** A test event is sent to its endpoint alone, whatever that is sent otherwise. */
const CHOSEN = EVENT_TYPES.filter((type) => type !== 'ping');

/** The events one chooses from, under their headings, in the order of the catalogue. */
export const EVENT_GROUPS: readonly { label: string; types: readonly EventType[] }[] = [
  ...Map.groupBy(CHOSEN, (type) => SUBJECTS[EVENTS[type].subject].group),
].map(([label, types]) => ({ label, types }));

/** "Sales order 1024". */
export const subjectText = ({ kind, id }: EventRecord['subject']): string => `${SUBJECTS[kind].noun} ${id}`;

/** What an endpoint is sent, in a word or two. */
export function typesText(types: readonly EventType[]): string {
  const [first, ...more] = types;
  if (first === undefined) return 'Everything except messages';
  return more.length === 0 ? first : counted(types.length, 'kind');
}
