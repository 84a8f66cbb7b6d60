import { useState } from 'react';
import { formatNumber } from '../../../../domain/money';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import type { JudgedLine } from '../../../../domain/orders/entry/judge';
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
type Added = { product: LineProduct; quantity: string };
type Checked = Verdict & { judged: JudgedLine | undefined };
type Read = { block: string; verdicts: Verdict[] };
type PasteProps = {
  scope: { orgId: number; companyId: number; customerId: number | null };
  text: string;
  /** How the order judges lines added to it. */
  judge: (added: readonly Added[]) => readonly JudgedLine[];
  /** `isWrong`: to be corrected on the order. */
  onAdd: (lines: readonly (Added & { isWrong: boolean })[]) => void;
  onClose: () => void;
};

const TOO_MANY = `is over the limit of ${formatNumber(MOST_ORDER_LINES)} lines per order`;

/** Reads SKUs and quantities pasted from a spreadsheet and shows a verdict for each row before any is added. */
export function PasteLines({ scope, text, judge, onAdd, onClose }: PasteProps) {
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
        const judged = judge(added);
        onAdd(added.map((line, at) => ({ ...line, isWrong: judged[at]?.error !== undefined })));
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
      {current && <Verdicts verdicts={withJudged(current.verdicts, judge)} />}
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

function withJudged(verdicts: readonly Verdict[], judge: PasteProps['judge']): Checked[] {
  const judged = judge(usable(verdicts));
  let at = 0;
  return verdicts.map((verdict) => ({ ...verdict, judged: isUsable(verdict) ? judged[at++] : undefined }));
}

function Verdicts({ verdicts }: { verdicts: readonly Checked[] }) {
  if (verdicts.length === 0) return <p role="alert">There are no rows in it.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard
    <ol className={css.verdicts} tabIndex={0} aria-label="Pasted rows">
      {verdicts.map((verdict) => (
        <li key={verdict.line}>
          <span>
            {verdict.product?.name ?? verdict.text} <span className="v-hint">{verdict.quantity}</span>
          </span>
          <span className={toneOf(verdict)}>{verdictText(verdict)}</span>
        </li>
      ))}
    </ol>
  );
}

const isUsable = ({ product, problem }: Verdict) => product !== null && problem === null;

function toneOf({ judged, ...verdict }: Checked): string | undefined {
  if (!isUsable(verdict) || judged?.error !== undefined) return css.wrong;
  return judged?.warning === undefined ? 'v-hint' : css.odd;
}

function verdictText({ line, product, problem, judged }: Checked): string {
  if (problem) return `Row ${line} ${problem}`;
  if (product === null) return 'Isn’t the SKU or name of a product. Skipped';
  if (judged?.error !== undefined) return `Will be added for you to correct. ${judged.error}`;
  return judged?.warning === undefined ? 'Will be added' : `Will be added. ${judged.warning}`;
}
