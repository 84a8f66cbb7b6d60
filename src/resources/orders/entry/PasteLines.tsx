import { useState } from 'react';
import { formatNumber } from '../../../../domain/money';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { type PastedQuantity, readPastedQuantities } from '../../../../domain/orders/entry/paste';
import { MOST_ORDER_LINES } from '../../../../domain/orders/limits';
import { leftOfPasted, QUANTITY_COLUMN } from '../../../../domain/pasted';
import { counted } from '../../../../domain/text';
import { attempt } from '../../../kit/form/attempt';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { call } from '../../../providers/call';
import { showSnack } from '../../../providers/snackbar';
import css from './entry.module.css';

type Verdict = PastedQuantity & { product: LineProduct | null };
type Read = { block: string; verdicts: Verdict[] };
type PasteProps = {
  scope: { orgId: number; companyId: number; customerId: number | null };
  text: string;
  onAdd: (lines: readonly { product: LineProduct; quantity: string }[]) => void;
  onClose: () => void;
};

const TOO_MANY = `is over the limit of ${formatNumber(MOST_ORDER_LINES)} lines per order`;

/** Reads SKUs and quantities pasted from a spreadsheet and shows a verdict for each row before any is added. */
export function PasteLines({ scope, text, onAdd, onClose }: PasteProps) {
  const [seen, setSeen] = useState<Read | null>(null);
  const read = async (block: string): Promise<Read> => {
    const rows = readPastedQuantities(block).map((row, at) =>
      at < MOST_ORDER_LINES ? row : { ...row, problem: TOO_MANY },
    );
    const skus = rows.slice(0, MOST_ORDER_LINES).map((row) => row.text.slice(0, 200));
    const { bySku } = skus.length > 0 ? await call(calls.lineProducts, { body: { ...scope, skus } }) : { bySku: [] };
    return { block, verdicts: rows.map((row, at) => ({ ...row, product: bySku[at] ?? null })) };
  };
  const form = useActionForm(
    ({ block }: { block: string }) =>
      attempt(() => (seen?.block === block && usable(seen.verdicts).length > 0 ? Promise.resolve(seen) : read(block))),
    {
      values: { block: text },
      onSaved: (now) => {
        if (now !== seen) return setSeen(now);
        const added = usable(now.verdicts);
        onAdd(added);
        const left = leftOf(now);
        if (left.verdicts.length === 0) return onClose();
        setSeen(left);
        form.rhf.setValue('block', left.block);
        const message = `${counted(added.length, 'line')} added. ${counted(left.verdicts.length, 'row')} left to correct.`;
        showSnack({ status: 'warning', message });
      },
    },
  );
  const block = form.rhf.watch('block');
  const current = seen?.block === block ? seen : null;
  const count = current ? usable(current.verdicts).length : 0;
  return (
    <FormDialog
      form={form}
      title="Paste lines"
      intro={<p>Paste two columns from a spreadsheet: the product’s SKU or name, and its quantity.</p>}
      save={count > 0 ? `Add ${counted(count, 'line')}` : 'Check rows'}
      asksFirst={false}
      onClose={onClose}
      width={640}
      fields={[
        {
          name: 'block',
          label: 'SKU or name, and quantity',
          control: 'textarea',
          rows: 8,
          required: true,
          placeholder: 'BD-EIGHTH\t12',
        },
      ]}
    >
      {current && <Verdicts verdicts={current.verdicts} />}
    </FormDialog>
  );
}

const usable = (verdicts: readonly Verdict[]) =>
  verdicts.flatMap(({ product, quantity, problem }) => (product && problem === null ? [{ product, quantity }] : []));

/** The rows that couldn't be added, numbered anew. */
function leftOf({ block, verdicts }: Read): Read {
  const wrong = verdicts.filter((verdict) => !isUsable(verdict));
  const left = leftOfPasted(block, QUANTITY_COLUMN, new Set(wrong.map(({ line }) => line)));
  return {
    block: left.block,
    verdicts: wrong.map((verdict) => ({ ...verdict, line: left.lineOf.get(verdict.line) ?? verdict.line })),
  };
}

function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return <p role="alert">There are no rows in it.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard
    <ol className={css.verdicts} tabIndex={0} aria-label="Pasted rows">
      {verdicts.map((verdict) => (
        <li key={verdict.line}>
          <span>
            {verdict.product?.name ?? verdict.text} <span className="v-hint">{verdict.quantity}</span>
          </span>
          <span className={isUsable(verdict) ? 'v-hint' : css.wrong}>{verdictText(verdict)}</span>
        </li>
      ))}
    </ol>
  );
}

const isUsable = ({ product, problem }: Verdict) => product !== null && problem === null;

function verdictText({ line, product, problem }: Verdict): string {
  if (problem) return `Row ${line} ${problem}`;
  return product === null ? 'Isn’t the SKU or name of a product. Skipped' : 'Will be added';
}
