import { useState } from 'react';
import { leftOfPasted, PRICE_COLUMN } from '../../../../domain/pasted';
import { priceSchedules as calls } from '../../../../domain/pricing/contract';
import { type PastedLine, readPasted } from '../../../../domain/pricing/paste';
import { counted } from '../../../../domain/text';
import { attempt } from '../../../kit/form/attempt';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { call } from '../../../providers/call';
import { useSession } from '../../../providers/session';
import { showSnack } from '../../../providers/snackbar';
import type { ScheduleValues } from './useScheduleForm';

type Rule = ScheduleValues['productRules'][number];
type Fault = { line: number; text: string; problem: string };
type Read = { block: string; rules: Rule[]; faults: Fault[] };
type PasteProps = {
  companyId: number;
  /** What was pasted before the dialog opened. */
  text: string;
  onAdd: (rules: readonly Rule[]) => void;
  onClose: () => void;
};

const MOST_FAULTS = 8;

/** Reads prices pasted from a spreadsheet; lines that can't be used are listed before anything is added. */
export function PasteDialog({ companyId, text, onAdd, onClose }: PasteProps) {
  const { scope } = useSession();
  const [seen, setSeen] = useState<Read | null>(null);
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const read = async (block: string): Promise<Read> => {
    const lines = readPasted(block);
    const body = { orgId: scope?.orgId ?? 0, companyId, texts: lines.map((line) => line.text) };
    const found = lines.length > 0 ? await call(calls.match, { body }) : [];
    return { block, ...judge(lines, found, added) };
  };
  const form = useActionForm(
    ({ block }: { block: string }) =>
      attempt(() => (seen?.block === block && seen.rules.length > 0 ? Promise.resolve(seen) : read(block))),
    {
      values: { block: text },
      onSaved: (now) => {
        const isConfirmed = now === seen || now.faults.length === 0;
        if (now.rules.length === 0 || !isConfirmed) return setSeen(now);
        onAdd(now.rules);
        const many = counted(now.rules.length, 'price');
        const left = leftOf(now);
        if (left.faults.length === 0) {
          showSnack({ status: 'success', message: `${many} added. Review and save them.` });
          return onClose();
        }
        setAdded(new Set([...added, ...now.rules.map(({ productId }) => productId)]));
        setSeen(left);
        form.rhf.setValue('block', left.block);
        showSnack({
          status: 'warning',
          message: `${many} added. ${counted(left.faults.length, 'line')} left to correct.`,
        });
      },
    },
  );
  const block = form.rhf.watch('block');
  const current = seen?.block === block ? seen : null;
  const save =
    current && current.rules.length > 0 ? `Add ${current.rules.length}, skip ${current.faults.length}` : 'Add prices';
  return (
    <FormDialog
      form={form}
      title="Paste prices"
      intro={<p>Paste two columns from a spreadsheet: the product’s SKU or name, and its price.</p>}
      save={save}
      asksFirst={false}
      onClose={onClose}
      width={560}
      fields={[
        {
          name: 'block',
          label: 'SKU or name, and price',
          control: 'textarea',
          rows: 10,
          required: true,
          placeholder: 'BD-EIGHTH\t18.00',
        },
      ]}
    >
      {current && <Faults read={current} />}
    </FormDialog>
  );
}

function Faults({ read: { rules, faults } }: { read: Read }) {
  if (rules.length + faults.length === 0) return <p role="alert">There are no prices in it.</p>;
  return (
    <div role="alert">
      <p>
        {counted(faults.length, 'line')} can’t be used. Correct {faults.length === 1 ? 'it' : 'them'}
        {rules.length > 0 && `, or add the other ${rules.length === 1 ? 'price' : counted(rules.length, 'price')}`}.
      </p>
      <ul>
        {faults.slice(0, MOST_FAULTS).map(({ line, text, problem }) => (
          <li key={line}>
            Line {line}
            {text && `, “${text}”,`} {problem}.
          </li>
        ))}
      </ul>
      {faults.length > MOST_FAULTS && <p className="v-hint">And {faults.length - MOST_FAULTS} more.</p>}
    </div>
  );
}

/** The lines that couldn't be added, numbered anew. */
function leftOf({ block, faults }: Read): Read {
  const left = leftOfPasted(block, PRICE_COLUMN, new Set(faults.map(({ line }) => line)));
  return {
    block: left.block,
    rules: [],
    faults: faults.map((fault) => ({ ...fault, line: left.lineOf.get(fault.line) ?? fault.line })),
  };
}

/** `added` are the products that got a price from what was pasted before. */
function judge(
  lines: readonly PastedLine[],
  found: readonly (Rule['product'] | null)[],
  added: ReadonlySet<number>,
): { rules: Rule[]; faults: Fault[] } {
  const rules = new Map<number, Rule>();
  const faults: Fault[] = [];
  for (const [at, { line, text, price, problem }] of lines.entries()) {
    const product = found[at] ?? null;
    const fault =
      problem ??
      (product === null ? 'isn’t the SKU or name of one of your products' : null) ??
      (product && rules.has(product.id) ? 'is listed twice' : null) ??
      (product && added.has(product.id) ? 'already has a price in this list' : null);
    if (fault !== null || product === null || price === null) faults.push({ line, text, problem: fault ?? '' });
    else rules.set(product.id, { productId: product.id, price, product });
  }
  return { rules: [...rules.values()], faults };
}
