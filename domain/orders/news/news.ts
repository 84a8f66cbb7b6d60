import { z } from 'zod';
import { type LoggedLine, type LoggedOrder, lineText, orderChanges } from '../history/history';
import { isClosed, type OrderStatus } from '../status';

/** What a buyer is emailed about their orders. */
export const ORDER_NEWS = {
  ACCEPTED: 'Accepted',
  CHANGED: 'Changed',
  REJECTED: 'Rejected',
  SHIPPED: 'Shipped',
} as const;
export type OrderNews = keyof typeof ORDER_NEWS;
const ORDER_NEWS_IDS = Object.keys(ORDER_NEWS) as [OrderNews, ...OrderNews[]];
export const OrderNewsSchema = z.enum(ORDER_NEWS_IDS);

/** Which orders they are emailed about. */
export const NEWS_OF = { MINE: 'Orders I placed', ALL: 'All orders I can see' } as const;
type NewsOf = keyof typeof NEWS_OF;

/** What one person wants to be emailed about their organization's orders. */
export const NewsSettings = z.strictObject({
  orders: z.enum(Object.keys(NEWS_OF) as [NewsOf, ...NewsOf[]]),
  about: z.array(OrderNewsSchema).max(ORDER_NEWS_IDS.length),
});
export type NewsSettings = z.infer<typeof NewsSettings>;
export const USUAL_NEWS: NewsSettings = { orders: 'MINE', about: ORDER_NEWS_IDS };

/** Seconds from a change to its email: what is changed meanwhile is told with it, and what is changed back isn't told. */
export const CHANGE_WAITS = 300;

/** What reaching a status is to the buyer; null for one they aren't emailed about. */
export function newsOfStatus(to: OrderStatus): Exclude<OrderNews, 'CHANGED'> | null {
  return to === 'ACCEPTED' || to === 'REJECTED' || to === 'SHIPPED' ? to : null;
}

/** Whether a buyer hears of changes to an order: drafts are the seller's own, and closed orders are over. */
export const tellsChanges = (status: OrderStatus): boolean => status !== 'DRAFT' && !isClosed(status);

/** Whether an email still says how the order is: what was rejected since is told of as rejected alone. */
export function isStillNews(news: OrderNews, status: OrderStatus): boolean {
  if (news === 'REJECTED') return status === 'REJECTED';
  if (news === 'CHANGED') return tellsChanges(status);
  return !isClosed(status);
}

type Reader = { userId: string; settings: NewsSettings; isOwner: boolean };
type About = { news: OrderNews; placedBy: string | null; actor: string | null };

const wantsIt = ({ userId, settings }: Reader, placedBy: string | null) =>
  userId === placedBy || settings.orders === 'ALL';

/** Whether somebody may be emailed about an order, if they see it. */
export const mayBeEmailed = (person: Reader, placedBy: string | null): boolean =>
  person.isOwner || wantsIt(person, placedBy);

/**
 * Who of a buyer's people that see an order is emailed: who placed it and whoever wants to hear of every order, as each
 * chose; the owner too while nobody of theirs placed it. Never who did it.
 */
export function recipientsOf<P extends Reader>(people: readonly P[], { news, placedBy, actor }: About): P[] {
  const isPlacedHere = people.some(({ userId }) => userId === placedBy);
  return people.filter((person) => {
    const isTheirs = wantsIt(person, placedBy) || (person.isOwner && !isPlacedHere);
    return isTheirs && person.settings.about.includes(news) && person.userId !== actor;
  });
}

/** What of an order's fields its buyer reads. */
const READ = ['shipDate', 'paymentDueDate', 'shippingDetails', 'discountType', 'discount', 'totalUsd'] as const;
const NO_NAMES = { members: {}, companies: {}, paymentOptions: {} };

/** What became of an order between two moments, a sentence for each difference its buyer can read. */
export function changesRead(was: LoggedOrder, is: LoggedOrder): string[] {
  const [old, now] = [linesRead(was), linesRead(is)];
  const lines = Object.keys({ ...old, ...now }).flatMap((id) => {
    const [before, after] = [old[id], now[id]];
    if (before && after) return differences({ lines: { [id]: before } }, { lines: { [id]: after } });
    if (after) return [`Added: ${whole(after)}`];
    return before ? [`Removed: ${whole(before)}`] : [];
  });
  return [...lines, ...differences(fieldsRead(was), fieldsRead(is))];
}

const differences = (was: object, is: object): string[] =>
  orderChanges({ before: was, after: is }, NO_NAMES).map(({ field, before, after }) =>
    before === '' ? `${field}: ${after}` : `${field}: ${after || 'none'}, was ${before}`,
  );

function whole(line: LoggedLine): string {
  const { product, quantity, price, more } = lineText(line);
  return [`${product}, ${quantity} at ${price}`, more].filter(Boolean).join(', ');
}

const fieldsRead = (order: LoggedOrder) => Object.fromEntries(READ.map((name) => [name, order[name]]));

/** Notes on lines are written for whoever packs them. */
const linesRead = ({ lines }: LoggedOrder): Record<string, LoggedLine> =>
  Object.fromEntries(Object.entries(lines).map(([id, { notes: _, ...line }]) => [id, line]));
