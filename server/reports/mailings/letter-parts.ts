import { chipsOf, isSet } from '../../../domain/filters';
import { type OrderFilters, orderFilters } from '../../../domain/orders/filters';
import { daysIn } from '../../../domain/time-zones';
import type { ListContext } from '../../db/list';
import type { Details } from '../../mail/compose';
import { type Html, html } from '../../mail/html';
import { orderFacets } from '../../orders/lists/facets';
import { lookUpNames } from '../../orders/lists/names';

/** Where someone sees what is emailed to them, and stops it. */
export const SCHEDULED_EMAILS = '/orders/emailed-reports';

/** What a mailed search of orders is about: its company, null for all, its filters and whose days they count, in words. */
export async function searchWords(
  ctx: Pick<ListContext, 'membership'> & Parameters<typeof orderFacets>[0] & Pick<ListContext, 'services' | 'timeZone'>,
  { companyId, filters }: { companyId: number | null; filters: OrderFilters },
): Promise<string[]> {
  const { companies } = await lookUpNames(ctx.services.database.pool, {
    companies: companyId === null ? [] : [companyId],
  });
  const facets = needsNames(filters)
    ? await orderFacets(ctx, { query: { orgId: ctx.membership.orgId, companyId: companyId ?? undefined } })
    : undefined;
  return [
    companyId === null ? 'All companies' : (companies[companyId] ?? ''),
    ...chipsOf(orderFilters, filters, ctx.timeZone, facets).map(({ text }) => text),
    daysIn(ctx.timeZone),
  ];
}

/** Whether a filter names records that only a facet knows. */
const needsNames = (filters: Readonly<Record<string, unknown>>) =>
  orderFilters.fields.some((field) => field.kind === 'ids' && field.facet !== null && isSet(filters[field.id]));

type Cell = string | { text: string; link: string };

/** A table in a letter, after lines of a label and an amount; `more` says what it leaves out. */
export function letterTable(table: {
  totals?: readonly (readonly [label: string, amount: string])[];
  headers: readonly string[];
  rows: readonly (readonly Cell[])[];
  more: string | null;
}): Details {
  const { totals = [], headers, rows, more } = table;
  const text = [
    ...totals.map(([label, amount]) => `${label}: ${amount}`),
    ...(totals.length > 0 ? [''] : []),
    headers.join(' | '),
    ...rows.map((row) => row.map((value) => (typeof value === 'string' ? value : value.text)).join(' | ')),
    ...(more === null ? [] : [`… ${more}`]),
  ].join('\n');
  return {
    text,
    html: html`${
      totals.length > 0 &&
      html`<p class="ink">${totals.map(([label, amount]) => html`${label}: <b>${amount}</b><br>`)}</p>
`
    }<table class="stacks" style="width:100%;border-collapse:collapse;font-size:14px"><thead><tr>${headers.map(
      (header) =>
        html`<th scope="col" class="line ink" style="${CELL};text-align:left;overflow-wrap:normal;word-break:normal">${header}</th>`,
    )}</tr></thead><tbody>${rows.map(
      (row) => html`<tr>${row.map((value, at) => cellOf(value, headers[at] ?? ''))}</tr>
`,
    )}</tbody></table>${more !== null && html`<p class="quiet">… ${more}</p>`}`,
  };
}

const CELL = 'padding:6px 8px;border-bottom:1px solid #dde3de';
/** So many letters without a gap may be parted, so that the other columns keep their words whole. */
const LONG_WORD = /\S{21,}/;

/** A cell, which on a phone is a line of its own with its column's name. */
function cellOf(value: Cell, header: string): Html {
  const wrap = LONG_WORD.test(typeof value === 'string' ? value : value.text) ? 'anywhere' : 'normal';
  return html`<td class="line ink" style="${CELL};overflow-wrap:${wrap};word-break:normal"><span class="label quiet" style="display:none">${header}: </span>${shown(value)}</td>`;
}

const shown = (value: Cell) =>
  typeof value === 'string'
    ? value
    : html`<a class="link" href="${value.link}" style="color:#1f6b3b">${value.text}</a>`;
