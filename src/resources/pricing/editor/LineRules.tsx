import { useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { formatNumber } from '../../../../domain/money';
import { priceSchedules as calls, type PriceSchedule, type ScheduledLine } from '../../../../domain/pricing/contract';
import { finds } from '../../../../domain/search-text';
import { attempt } from '../../../kit/form/attempt';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Combobox, namedOption, ungrouped } from '../../../ui/Combobox';
import { FieldError } from '../../../ui/Field';
import { DataGrid, type GridColumn } from '../../../ui/grid';
import styles from '../pricing.module.css';
import {
  belowText,
  gridHeight,
  type LineRule,
  parseRule,
  rangeText,
  ruledPrice,
  ruleText,
  ruleTyped,
} from '../pricing.text';
import type { ScheduleValues } from './useScheduleForm';

type Rule = ScheduleValues['productLineRules'][number];
type RulesProps = { schedule: Pick<PriceSchedule, 'companyId' | 'productLineRules'>; whyNot: string | null };

/** Prices by product line: one price for all of its products, or a percentage off each. */
export function LineRules({ schedule, whyNot }: RulesProps) {
  const { field, fieldState } = useController<ScheduleValues, 'productLineRules'>({ name: 'productLineRules' });
  const { getValues } = useFormContext<ScheduleValues>();
  const rules = field.value;
  const change = field.onChange as (next: Rule[]) => void;
  const [chosen, setChosen] = useState<ScheduledLine | null>(null);
  const columns = useMemo(() => {
    const saved = new Map(schedule.productLineRules.map((rule) => [rule.productLineId, rule]));
    const set = (id: number, next: LineRule) =>
      change(getValues('productLineRules').map((rule) => (rule.productLineId === id ? { ...rule, ...next } : rule)));
    return lineColumns({ saved, set, mayEdit: whyNot === null });
  }, [schedule.productLineRules, getValues, change, whyNot]);
  return (
    <Panel title="Product line prices">
      {whyNot === null && (
        <AddLine
          companyId={schedule.companyId}
          taken={rules.map(({ productLineId }) => productLineId)}
          onChoose={setChosen}
        />
      )}
      <DataGrid<Rule>
        id="price-schedule-lines"
        label="Prices by product line"
        columns={columns}
        rows={rules}
        rowId={({ productLineId }) => String(productLineId)}
        rowLabel={({ productLine }) => productLine.name}
        noun={['product line', 'product lines']}
        height={gridHeight(rules.length)}
        empty={{ title: 'No product line prices', hint: 'A product’s own price comes before that of its line.' }}
        {...(whyNot === null && {
          rowActions: ({ productLineId }: Rule) => [
            {
              label: 'Remove price',
              icon: 'trash' as const,
              onSelect: () =>
                change(getValues('productLineRules').filter((rule) => rule.productLineId !== productLineId)),
            },
          ],
        })}
      />
      {fieldState.error && <FieldError>{fieldState.error.message}</FieldError>}
      {chosen && (
        <LinePrice
          line={chosen}
          onSet={(rule) =>
            change([...getValues('productLineRules'), { ...rule, productLineId: chosen.id, productLine: chosen }])
          }
          onClose={() => setChosen(null)}
        />
      )}
    </Panel>
  );
}

type Columns = { saved: ReadonlyMap<number, Rule>; set: (id: number, rule: LineRule) => void; mayEdit: boolean };

function lineColumns({ saved, set, mayEdit }: Columns): readonly GridColumn<Rule>[] {
  const lineOf = (rule: Rule) => saved.get(rule.productLineId)?.productLine ?? rule.productLine;
  const ends = (rule: Rule, read: (price: string) => string) => {
    const { lowestPrice, highestPrice } = lineOf(rule);
    return lowestPrice === null || highestPrice === null ? null : ([read(lowestPrice), read(highestPrice)] as const);
  };
  const range = (found: readonly [string, string] | null) => (found ? rangeText(...found) : '');
  return [
    nameColumn('name', 'Product line', { cell: ({ productLine }) => productLine.name, width: 132 }),
    textColumn('brand', 'Brand', ({ productLine }) => productLine.brandName, { width: 140, hidden: true }),
    textColumn('count', 'Products', (rule) => formatNumber(lineOf(rule).productCount), {
      width: 104,
      align: 'end',
      hidden: true,
    }),
    textColumn('wholesale', 'Wholesale', (rule) => range(ends(rule, (price) => price)), { width: 164, align: 'end' }),
    textColumn<Rule>('rule', 'Price or % off', ruleText, {
      width: 128,
      align: 'end',
      card: 'end',
      editable: {
        text: ruleTyped,
        commit: ({ productLineId }, text) => set(productLineId, parseRule(text)),
        when: () => mayEdit,
        inputMode: 'decimal',
      },
    }),
    textColumn('result', 'Customers pay', (rule) => range(ends(rule, (price) => ruledPrice(rule, price))), {
      width: 164,
      align: 'end',
    }),
    textColumn(
      'below',
      'vs. wholesale',
      (rule) =>
        belowOf(
          rule,
          ends(rule, (price) => price),
        ),
      {
        width: 136,
        align: 'end',
      },
    ),
    textColumn('note', 'Note', (rule) => noteOf(rule, saved.get(rule.productLineId)), { width: 108 }),
  ];
}

function belowOf(rule: Rule, wholesale: readonly [string, string] | null): string {
  if (wholesale === null) return '';
  const [low, high] = wholesale.map((price) => belowText(price, ruledPrice(rule, price)));
  return low === high || !low || !high ? (low ?? '') : `${low} to ${high}`;
}

function noteOf(rule: Rule, saved: Rule | undefined): string {
  if (saved === undefined) return 'New';
  return ruleText(saved) === ruleText(rule) ? '' : `Was ${ruleText(saved)}`;
}

type AddProps = { companyId: number; taken: readonly number[]; onChoose: (line: ScheduledLine) => void };

function AddLine({ companyId, taken, onChoose }: AddProps) {
  const { scope } = useSession();
  const [text, setText] = useState('');
  const query = { orgId: scope?.orgId ?? 0, companyId };
  const lines = useCallQuery(calls.lines, { query }, { topics: ['products'] });
  const isWanted = finds(text);
  const options = lines.data
    ?.filter(({ id, name, brandName }) => !taken.includes(id) && isWanted(name, brandName))
    .map((line) => ({ id: line.id, name: line.name, hint: line.brandName, line }));
  return (
    <search className={styles.tools}>
      <Combobox
        dropsDown="once"
        label="Add a product line"
        placeholder="Add a product line"
        text={text}
        onText={setText}
        groups={ungrouped(options)}
        idOf={({ id }) => String(id)}
        nothing={options && `No product lines match “${text.trim()}”.`}
        onChoose={({ line }) => onChoose(line)}
      >
        {namedOption}
      </Combobox>
    </search>
  );
}

type LinePriceProps = { line: ScheduledLine; onSet: (rule: LineRule) => void; onClose: () => void };

/** Asks for a line's price. */
function LinePrice({ line, onSet, onClose }: LinePriceProps) {
  const form = useActionForm(
    async ({ price }: { price: string }) => {
      const parsed = await attempt(async () => parseRule(price));
      if (parsed.ok) return parsed;
      form.rhf.setError('price', { message: parsed.error instanceof Error ? parsed.error.message : '' });
      return { ok: false as const, error: new DOMException('Invalid', 'AbortError') };
    },
    {
      values: { price: '' },
      onSaved: (rule) => {
        onSet(rule);
        onClose();
      },
    },
  );
  const { lowestPrice, highestPrice } = line;
  const wholesale = lowestPrice && highestPrice ? ` Wholesale is ${rangeText(lowestPrice, highestPrice)}.` : '';
  return (
    <FormDialog
      form={form}
      title={`Price of ${line.name}`}
      save="Add"
      asksFirst={false}
      onClose={onClose}
      fields={[
        {
          name: 'price',
          label: 'Price or % off',
          required: true,
          hint: `A price, such as 18.00, or a percentage off wholesale, such as 10%.${wholesale}`,
        },
      ]}
    />
  );
}
