import { useMemo } from 'react';
import { productChanges } from '../../../../../domain/catalogue/contract';
import {
  type ProductChangeRecord,
  type ProductVerdict,
  UNDONE,
  type Undone,
} from '../../../../../domain/catalogue/import/product-import';
import { formatNumber } from '../../../../../domain/money';
import { counted } from '../../../../../domain/text';
import { useCan } from '../../../../access/useCan';
import { QueryState } from '../../../../kit/form/QueryState';
import { ImportOutcome } from '../../../../kit/import/ImportOutcome';
import { detailOf, ImportRows } from '../../../../kit/import/ImportRows';
import { useCall } from '../../../../providers/refine/use-call';
import { useResourceOne } from '../../../../providers/refine/use-resource';
import { momentHere } from '../../../../ui/reader-dates';
import { Skeleton } from '../../../../ui/states';
import { ProductLink } from '../ProductLink';
import { imports } from '../resource';

type Row = ProductVerdict & { undone: Undone | null };

const nameCell = ({ name, productId, undone }: Row) =>
  productId && undone !== 'removed' ? <ProductLink product={{ id: productId, name }} /> : name;

/** What the undo did with a row, else what it changed or why it was skipped. */
const detail = (row: Row) => (row.undone ? UNDONE[row.undone] : detailOf(row));

type ImportResultProps = {
  id: number;
  /** Every row of the file, while it is known; else those that were written are shown. */
  rows: readonly ProductVerdict[] | null;
  onAgain: () => void;
};

const UNDO_EFFECT =
  'We restore the products it changed and remove the ones it added. Products edited or counted since stay as they are. Added products that have orders, prices or pictures by now are archived.';

/** An applied import: each row's result, and undo. */
export function ImportResult({ id, rows, onAgain }: ImportResultProps) {
  const { query } = useResourceOne(imports, id);
  const { run } = useCall(productChanges.undo, { showsErrors: true });
  const mayUndo = useCan().can(productChanges.undo.requires);
  return (
    <QueryState query={query} skeleton={<Skeleton height="320px" />}>
      {({ data: done }) => (
        <ImportOutcome
          says={[`${done.summary}, ${momentHere(done.created)}.`, skipped(rows), done.undone && undoneOf(done)]
            .filter(Boolean)
            .join(' ')}
          undo={!done.undone && mayUndo ? { run: () => run({ params: { id } }), effect: UNDO_EFFECT } : null}
          onAgain={onAgain}
          list={{ to: '/inventory/products', label: 'Go to products' }}
        >
          <Rows done={done} rows={rows} />
        </ImportOutcome>
      )}
    </QueryState>
  );
}

type RowsProps = Pick<ImportResultProps, 'rows'> & { done: ProductChangeRecord };

function Rows({ done, rows }: RowsProps) {
  const shown = useMemo(() => {
    const undoneOf = new Map(done.rows.map(({ productId, undone }) => [productId, undone]));
    const kept = done.rows.map((row): Row => ({ ...row, reasons: [] }));
    return rows?.map((row): Row => ({ ...row, undone: undoneOf.get(row.productId ?? 0) ?? null })) ?? kept;
  }, [done, rows]);
  return <ImportRows rows={shown} nameCell={nameCell} detail={detail} />;
}

function skipped(rows: ImportResultProps['rows']): string {
  const count = rows?.filter(({ verdict }) => verdict === 'refused').length ?? 0;
  return count === 0 ? '' : `${counted(count, 'row')} skipped.`;
}

/** "Undone 11/24/2026: 4 restored, 2 removed, 1 kept." */
function undoneOf({ undone, rows }: ProductChangeRecord): string {
  const said = (Object.keys(UNDONE) as Undone[]).flatMap((outcome) => {
    const count = rows.filter((row) => row.undone === outcome).length;
    return count === 0 ? [] : `${formatNumber(count)} ${outcome}`;
  });
  return `Undone ${momentHere(undone ?? '')}: ${said.join(', ')}.`;
}
