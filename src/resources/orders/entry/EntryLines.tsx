import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { compare } from '../../../../domain/money';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { backorderText, backorderUsd, ON_BACKORDER } from '../../../../domain/orders/totals';
import { counted } from '../../../../domain/text';
import { Panel } from '../../../kit/record/RecordPage';
import { showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { DataGrid } from '../../../ui/grid';
import { lazyDialog } from '../../../ui/lazy';
import { AddLine } from './AddLine';
import { type EntryRow, entryColumns, moneyOrDash, noteOf, problemOf, QUANTITY_CELL } from './entry.columns';
import css from './entry.module.css';
import { type EntryLine, lineOf } from './entry-values';
import type { OrderEntry } from './useOrderEntry';

const PasteLines = lazyDialog(async () => (await import('./PasteLines')).PasteLines);
const EarlierOrder = lazyDialog(async () => (await import('./EarlierOrder')).EarlierOrder);

const MOST_UNSCROLLED = 14;
const SCROLLED_HEIGHT = 640;

type EntryLinesProps = {
  entry: OrderEntry;
  whyNot: string | null;
  names: ReadonlyMap<number, { name: string; sku: string }>;
  /** The lines shown while some of them are to be corrected; null for all. */
  only: ReadonlySet<string> | null;
  onOnly: (only: ReadonlySet<string> | null) => void;
  /** A line was typed whose product is still being found; resolves to whether it was added. */
  onFinding: (line: Promise<boolean>) => void;
};

/** An order's lines: typed one after another, pasted, taken from an earlier order, and changed in place. */
export function EntryLines({ entry, whyNot, names, only, onOnly, onFinding }: EntryLinesProps) {
  const { form, typed, judged, totals, products, learn, refusals, orgId, companyId } = entry;
  const [showsNotes, setShowsNotes] = useState(false);
  const hasNotes = showsNotes || typed.lineItems.some(({ notes }) => notes !== '');
  const own = useRef<HTMLDivElement>(null);
  const [pasted, setPasted] = useState<string | null>(null);
  /** Pasted lines that are to be corrected once the dialog is closed. */
  const toCorrect = useRef(new Set<string>());
  const [isEarlier, setEarlier] = useState(false);
  const scope = { orgId, companyId, customerId: typed.customerId };
  const { getValues, setValue } = form.rhf;
  const { change, moveTo, placeOf, remove, append } = useMemo(() => {
    const lines = () => getValues('lineItems');
    const set = (next: readonly EntryLine[]) => setValue('lineItems', [...next], { shouldDirty: true });
    return {
      // Field by field: setting the lines whole has the form copy and compare all of them at each keystroke.
      change: (key: string, fields: Partial<EntryLine>) => {
        const at = lines().findIndex((line) => line.key === key);
        for (const [field, value] of Object.entries(fields))
          if (at >= 0) setValue(`lineItems.${at}.${field as 'quantity'}`, value as string, { shouldDirty: true });
      },
      moveTo: (key: string, to: number) => {
        const now = lines();
        const at = now.findIndex((line) => line.key === key);
        const line = now[at];
        if (line && now[to]) set(now.toSpliced(at, 1).toSpliced(to, 0, line));
      },
      placeOf: (key: string) => lines().findIndex((line) => line.key === key),
      /** Returns what undoes it, whatever else was changed since. */
      remove: (key: string) => {
        const at = lines().findIndex((line) => line.key === key);
        const line = lines()[at];
        set(lines().filter((one) => one.key !== key));
        return () => {
          if (line && !lines().some((one) => one.key === key)) set(lines().toSpliced(at, 0, line));
        };
      },
      append: (added: readonly EntryLine[]) => set([...lines(), ...added]),
    };
  }, [getValues, setValue]);
  /** Whether the first line to correct is still to be gone to: the grid draws its rows when it has been measured. */
  const isSought = useRef(false);
  const onQuantity = useCallback((drawn: HTMLElement | null) => {
    if (!isSought.current || !drawn) return;
    isSought.current = false;
    const cell = drawn.closest<HTMLElement>('[role="gridcell"], button');
    cell?.scrollIntoView({ block: 'nearest' });
    // As a person gets there, so that the grid's keys go on from this cell; a card's button opens its editor.
    cell?.click();
    if (cell?.role === 'gridcell') cell.focus();
  }, []);
  const columns = useMemo(
    () => entryColumns({ change, whyNot, hasNotes, onQuantity }),
    [change, whyNot, hasNotes, onQuantity],
  );
  const all = useRows(
    judged.flatMap((one, at): EntryRow[] => {
      const line = typed.lineItems[at];
      if (!line) return [];
      const known = products.get(line.productId) ?? names.get(line.productId);
      return [
        {
          line,
          judged: one,
          name: known?.name ?? 'Loading…',
          sku: known?.sku ?? '',
          refusal: refusals.find((refusal) => refusal.line === at)?.message,
        },
      ];
    }),
  );
  // Until the last of them is corrected.
  const chosen = only === null ? [] : all.filter(({ line }) => only.has(line.key));
  const isFiltered = chosen.some((row) => noteOf(row) !== '');
  const rows = isFiltered ? chosen : all;
  useEffect(() => {
    isSought.current = only !== null;
    if (only !== null) onQuantity(own.current?.querySelector<HTMLElement>(`[${QUANTITY_CELL}]`) ?? null);
  }, [only, onQuantity]);
  useEffect(() => {
    if (only !== null && !isFiltered) onOnly(null);
  }, [only, isFiltered, onOnly]);
  const add = (found: readonly { product: LineProduct; quantity: string; rest?: Partial<EntryLine> }[]) => {
    const lines = found.map(({ product, quantity, rest }) => lineOf(product, quantity, rest));
    learn(found.map(({ product }) => product));
    append(lines);
    return lines;
  };
  return (
    <Panel title="Line items">
      {whyNot === null ? (
        <div className={css.tools}>
          <AddLine
            scope={scope}
            onAdd={(product, quantity) => add([{ product, quantity }])}
            onFinding={onFinding}
            onPaste={setPasted}
          />
          <Button onClick={() => setPasted('')} onPointerEnter={PasteLines.prefetch}>
            Paste from a spreadsheet
          </Button>
          <Button
            disabled={typed.customerId === null}
            onClick={() => setEarlier(true)}
            onPointerEnter={EarlierOrder.prefetch}
          >
            From an earlier order
          </Button>
        </div>
      ) : (
        <p className="v-hint">{whyNot}</p>
      )}
      {isFiltered && (
        <p className={css.only} role="status">
          Showing {counted(rows.length, 'line')} to check.
          <button type="button" className="v-link" onClick={() => onOnly(null)}>
            Show all {counted(all.length, 'line')}
          </button>
        </p>
      )}
      <div ref={own}>
        <DataGrid<EntryRow>
          id="order-entry-lines"
          label="Order lines"
          columns={columns}
          rows={rows}
          rowId={({ line }) => line.key}
          rowLabel={({ name }) => name}
          noun={['line', 'lines']}
          height={rows.length > MOST_UNSCROLLED ? SCROLLED_HEIGHT : 'content'}
          rowTone={toneOf}
          empty={{ title: 'No lines yet', hint: 'Type a SKU or name above, or paste from a spreadsheet.' }}
          {...(whyNot === null && {
            onMoveRow: isFiltered ? undefined : ({ line }: EntryRow, to: number) => moveTo(line.key, to),
            rowActions: ({ line, name }: EntryRow) => [
              ...(isFiltered
                ? []
                : [
                    {
                      label: 'Move up',
                      icon: 'arrowUp' as const,
                      onSelect: () => moveTo(line.key, placeOf(line.key) - 1),
                    },
                    {
                      label: 'Move down',
                      icon: 'arrowDown' as const,
                      onSelect: () => moveTo(line.key, placeOf(line.key) + 1),
                    },
                  ]),
              ...(hasNotes
                ? []
                : [{ label: 'Add a note', icon: 'edit' as const, onSelect: () => setShowsNotes(true) }]),
              {
                label: 'Remove line',
                icon: 'trash' as const,
                onSelect: () => {
                  const undo = remove(line.key);
                  showSnack({
                    key: 'order-line',
                    status: 'success',
                    message: `${name} removed`,
                    action: { label: 'Undo', run: undo },
                  });
                },
              },
            ],
          })}
        />
      </div>
      <dl className={css.totals}>
        <div>
          <dt>Subtotal</dt>
          <dd>{moneyOrDash(totals?.subtotalUsd)}</dd>
        </div>
        {totals && compare(totals.orderDiscountUsd, 0) > 0 && (
          <div>
            <dt>Discount</dt>
            <dd>-{moneyOrDash(totals.orderDiscountUsd)}</dd>
          </div>
        )}
        <div className={css.grand}>
          <dt>Total</dt>
          <dd aria-live="polite">{moneyOrDash(totals?.totalUsd)}</dd>
        </div>
        {totals && backorderText(totals) && (
          <div>
            <dt>{ON_BACKORDER}</dt>
            <dd>-{moneyOrDash(backorderUsd(totals))}</dd>
          </div>
        )}
      </dl>
      {pasted !== null && (
        <PasteLines.Part
          scope={scope}
          text={pasted}
          judge={entry.judgeAdded}
          onAdd={(added) => {
            const lines = add(added);
            const wrong = lines.filter((_, at) => added[at]?.isWrong);
            for (const { key } of wrong) toCorrect.current.add(key);
          }}
          onClose={() => {
            setPasted(null);
            // Not before: the dialog keeps focus, and gives it back as it closes.
            if (toCorrect.current.size > 0) onOnly(new Set(toCorrect.current));
            toCorrect.current.clear();
          }}
        />
      )}
      {isEarlier && typed.customerId !== null && (
        <EarlierOrder.Part
          scope={{ ...scope, customerId: typed.customerId }}
          onAdd={(found) =>
            add(
              found.map(({ product, quantity, unitOfMeasure, notes }) => ({
                product,
                quantity,
                rest: { unitOfMeasure: unitOfMeasure as EntryLine['unitOfMeasure'], notes },
              })),
            )
          }
          onClose={() => setEarlier(false)}
        />
      )}
    </Panel>
  );
}

const toneOf = (row: EntryRow) => (problemOf(row) ? 'danger' : noteOf(row) ? 'warning' : undefined);

/** The rows; one that says the same as before is the same object, so that only changed ones are drawn. */
function useRows(rows: readonly EntryRow[]): readonly EntryRow[] {
  const before = useRef<readonly EntryRow[]>([]);
  const known = new Map(before.current.map((row) => [row.line.key, row]));
  const now = rows.map((row) => {
    const was = known.get(row.line.key);
    return was &&
      was.judged === row.judged &&
      was.name === row.name &&
      was.sku === row.sku &&
      was.refusal === row.refusal
      ? was
      : row;
  });
  const isSame = now.length === before.current.length && now.every((row, at) => row === before.current[at]);
  if (!isSame) before.current = now;
  return before.current;
}
