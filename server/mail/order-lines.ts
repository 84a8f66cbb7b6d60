import { describeQuantity } from '../../domain/catalogue/units/quantity';
import { formatUsd, type Numeric } from '../../domain/money';
import { counted } from '../../domain/text';
import type { Details } from './compose';
import { html } from './html';

/** Most lines of an order that a letter shows. */
export const MOST_LINES = 12;

export type LetterLine = {
  productName: string;
  quantity: Numeric;
  unitOfMeasure: string;
  unitPrice: Numeric;
  total: Numeric;
  /** Words after the quantity, such as “sample”. */
  marks?: string;
};

/** An order's lines with product, quantity, price and total, the first `MOST_LINES` of `count`, and what they come to. */
export function orderLines(lines: readonly LetterLine[], { count, total }: { count: number; total: Numeric }): Details {
  const shown = lines.slice(0, MOST_LINES).map((line) => ({
    name: line.productName,
    terms: [
      `${describeQuantity(line.quantity, line.unitOfMeasure)} at ${formatUsd(line.unitPrice)}`,
      ...(line.marks ? [line.marks] : []),
    ].join(', '),
    total: formatUsd(line.total),
  }));
  const rest = count - shown.length;
  const more = rest > 0 ? `and ${counted(rest, 'more line')}` : null;
  const sum = formatUsd(total);
  const cell = 'padding:8px 0;border-bottom:1px solid #d9e0da;vertical-align:top';
  const amount = `${cell};padding-left:16px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;
  return {
    text: [
      ...shown.map((line) => `${line.name}: ${line.terms}, ${line.total}`),
      ...(more === null ? [] : [`… ${more}`]),
      `Total: ${sum}`,
    ].join('\n'),
    html: html`<table style="width:100%;border-collapse:collapse;font-size:14px"><tbody>${shown.map(
      (
        line,
      ) => html`<tr><td class="line ink" style="${cell}">${line.name}<br><span class="quiet" style="color:#53635a">${line.terms}</span></td>
<td class="line ink" style="${amount}">${line.total}</td></tr>
`,
    )}${more !== null && html`<tr><td class="line quiet" colspan="2" style="${cell};color:#53635a">… ${more}</td></tr>`}
<tr><td class="ink" style="padding:8px 0;font-weight:600">Total</td><td class="ink" style="padding:8px 0 8px 16px;text-align:right;white-space:nowrap;font-weight:600">${sum}</td></tr></tbody></table>`,
  };
}
