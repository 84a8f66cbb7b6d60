import { COUNT_CAP } from '../../../domain/contract/endpoint';
import { shortDate } from '../../../domain/dates';
import { formatNumber, formatUsd } from '../../../domain/money';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import { zoneThatCounts } from '../../../domain/organization/day-zone';
import { MOST_LETTER_ORDERS } from '../../../domain/reports/mailing';
import { viewAddress } from '../../../domain/views/saved-view';
import type { Services } from '../../context';
import { compose } from '../../mail/compose';
import { html } from '../../mail/html';
import type { Letter } from '../../mail/mail';
import { salesOrders } from '../../orders/lists/search-orders';
import type { FoundSearch } from '../find-saved-searches';
import { letterTable, SCHEDULED_EMAILS, searchWords } from './letter-parts';
import type { Member } from './mailing-people';

type Mailing = { name: string; timeZone: string };

const HEADERS = ['Order', 'Customer', 'Status', 'Total', 'Created'];

/** The orders a saved search finds now, as its subscriber sees them, in its company's days or those of the schedule's zone. */
export async function writeSearchLetter(
  services: Services,
  mailing: Mailing,
  search: FoundSearch,
  to: Member,
): Promise<Letter> {
  const { config, database } = services;
  const { name } = mailing;
  const { membership, companyZones } = to;
  const timeZone = zoneThatCounts({ companies: companyZones, reader: mailing.timeZone }, search.companyId);
  const ctx = { membership, now: new Date(), timeZone, services: { database }, db: database.db };
  const { companyId } = search;
  const { filters, sortBy, sortDesc } = search.search;
  const { results, resultCount } = await salesOrders.search(ctx, {
    body: {
      orgId: membership.orgId,
      companyId,
      filters,
      sortBy,
      sortDesc,
      page: 0,
      itemsPerPage: MOST_LETTER_ORDERS,
    },
  });
  const about = await searchWords(ctx, { companyId, filters });
  const rows = results.map((order) => [
    { text: order.orderNumber, link: `${config.publicUrl}/orders/${order.id}` },
    order.customer.name,
    ORDER_STATUSES[order.status].label,
    formatUsd(order.totalUsd),
    shortDate(order.created, timeZone),
  ]);
  const none = 'No orders match right now.';
  return compose(to, {
    kind: 'notice',
    stopAt: `${config.publicUrl}${SCHEDULED_EMAILS}`,
    subject: name,
    lead: [`Saved search “${search.name}”`, ...about].join(' · '),
    details:
      rows.length === 0
        ? { text: none, html: html`<p class="ink">${none}</p>` }
        : letterTable({
            totals: [['Orders', countText(resultCount)]],
            headers: HEADERS,
            rows,
            more: moreText(resultCount, rows.length),
          }),
    action: 'Open the search',
    link: `${config.publicUrl}${viewAddress('/orders', search.id)}`,
    close: `You get this saved search by email. It shows the orders you can see. To stop getting it, open ${config.publicUrl}${SCHEDULED_EMAILS}`,
  });
}

/** Tells someone that a saved search is emailed to them no more; `why` is the end of a sentence. Names no orders. */
export function writeStoppedLetter({ config }: Services, { name }: Mailing, why: string, to: Member): Letter {
  return compose(to, {
    kind: 'notice',
    subject: `${name}: emails stopped`,
    lead: `We stopped emailing you the saved search “${name}”: ${why}.`,
    action: 'Open Verdant',
    link: config.publicUrl,
    close: 'You get this email once, because you were getting this saved search.',
  });
}

const countText = (count: number) => (count > COUNT_CAP ? `more than ${formatNumber(COUNT_CAP)}` : formatNumber(count));

function moreText(count: number, shown: number): string | null {
  if (count > COUNT_CAP) return 'and more';
  return count > shown ? `and ${formatNumber(count - shown)} more` : null;
}
