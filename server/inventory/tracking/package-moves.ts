import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { drawFrom, type Figures, leftWith, readSince } from '../../../domain/inventory/departures';
import type { OwnPackage, PackageList, PackageVerdict } from '../../../domain/inventory/judge-package';
import { add, isEqual, type Quantity, subtract } from '../../../domain/money';
import type { PackageLeft } from '../stock/departures';
import { leftOf } from '../stock/read-departures';
import type { StockCtx } from '../stock/write-stock';
import type { TrackedPackage } from './tracked-package';

type Known = OwnPackage & {
  id: number;
  label: string;
  drawn: Quantity;
  trackingQuantity: Quantity | null;
  trackingUnit: TrackingUnit | null;
  sourceLabels: readonly string[];
};
type Judged = { theirs: TrackedPackage; own: Known | undefined; itemId: number; verdict: PackageVerdict };

/** What left and came back with packages as they were read; how much of others lies in new ones; and whose items those are. */
type Moves = { left: PackageLeft[]; drawn: Map<number, Quantity>; items: number[] };

/** How far the tracking system's clock may be behind ours. */
const SKEW_MS = 60_000;

const TRANSFERS: readonly PackageList[] = ['intransit', 'transferred'];

const figuresOf = (
  { quantity, status, drawn, unitOfMeasure }: Pick<Known, 'quantity' | 'status' | 'drawn' | 'unitOfMeasure'>,
  theirs: Pick<TrackedPackage, 'quantity' | 'unitOfMeasure'>,
): Figures => ({
  quantity,
  drawn,
  isHere: status !== 'INACTIVE',
  theirs: theirs.unitOfMeasure === unitOfMeasure ? theirs.quantity : null,
});

/**
 * Compares packages as they were with what was read of them. A new package's goods were taken out of those it was made
 * of, when they were known before, or of what those were made of, when they had lost them before they were read; what
 * both sides agree on again holds no other's goods.
 */
export async function movesOf(
  { db }: StockCtx,
  { orgId, list, seenAt }: { orgId: number; list: PackageList; seenAt: Date },
  judged: readonly Judged[],
  known: ReadonlyMap<string, Known>,
): Promise<Moves> {
  const moves: Moves = { left: [], drawn: new Map(), items: [] };
  const isTransfer = TRANSFERS.includes(list);
  const drawn = new Map([...known.values()].map((own) => [own.id, own.drawn]));
  const status = new Map([...known.values()].map((own) => [own.id, own.status]));
  const move = (own: Known, itemId: number, left: Quantity) =>
    moves.left.push({ label: own.label, itemId, unit: own.unitOfMeasure, left, isTransfer, at: seenAt });
  for (const { theirs, own, itemId, verdict } of judged) {
    if (verdict.kind === 'ADD' && verdict.state.status === 'INACTIVE' && isTransfer) {
      const { label, quantity: left, unitOfMeasure: unit, modifiedAt } = theirs;
      const at = new Date(modifiedAt.getTime() + SKEW_MS);
      moves.left.push({ label, itemId, unit, left, isTransfer, at });
      moves.items.push(itemId);
    }
    if (own === undefined || verdict.kind !== 'CHANGE') continue;
    const after = { ...own, status: verdict.state.status };
    move(own, itemId, leftWith(figuresOf(own, theirs), figuresOf(after, theirs)));
    status.set(own.id, after.status);
    if (verdict.compared?.difference === null) drawn.set(own.id, '0');
  }
  const added = judged.filter(({ verdict, theirs }) => verdict.kind === 'ADD' && theirs.row.sourceLabels.length > 0);
  const sourcesOf = (theirs: TrackedPackage) => lineageOf(theirs.row.sourceLabels, known);
  const told = new Map(judged.map(({ theirs }) => [theirs.label, theirs]));
  const sources = added.flatMap(({ theirs }) => sourcesOf(theirs));
  const gone = await leftOf(
    db,
    orgId,
    sources.map(({ id: packageId, unitOfMeasure: unit }) => ({ packageId, unit })),
  );
  for (const { theirs } of added) {
    const [first, ...others] = sourcesOf(theirs);
    const quantity = first && convertUnits(theirs.quantity, theirs.unitOfMeasure, first.unitOfMeasure);
    if (!quantity) continue;
    const alike = [first, ...others.filter(({ unitOfMeasure }) => unitOfMeasure === first.unitOfMeasure)];
    const parts = drawFrom(
      alike.map((own) => ({
        quantity: own.quantity,
        drawn: drawn.get(own.id) ?? '0',
        isHere: status.get(own.id) !== 'INACTIVE',
        theirs: readSince(figureThere(own, told.get(own.label)), theirs.modifiedAt),
        left: gone.get(own.id) ?? '0',
      })),
      quantity,
    );
    for (const [at, own] of alike.entries()) {
      const { returned, drawn: more } = parts[at] ?? NOTHING;
      if (isEqual(add(returned, more), 0)) continue;
      gone.set(own.id, subtract(gone.get(own.id) ?? '0', returned));
      drawn.set(own.id, add(drawn.get(own.id) ?? '0', more));
      move(own, own.itemId, subtract(0, returned));
      moves.items.push(own.itemId);
    }
  }
  for (const own of known.values()) {
    const now = drawn.get(own.id) ?? '0';
    if (isEqual(now, own.drawn)) continue;
    moves.drawn.set(own.id, now);
    moves.items.push(own.itemId);
  }
  return moves;
}

/** What a package holds there by what was read of it now, else before; null if that isn't in its unit here. */
function figureThere(own: Known, now: TrackedPackage | undefined): { quantity: Quantity; at: Date } | null {
  const [at, quantity, unit] = now
    ? [now.modifiedAt, now.quantity, now.unitOfMeasure]
    : [own.trackingModifiedAt, own.trackingQuantity, own.trackingUnit];
  return at !== null && quantity !== null && unit === own.unitOfMeasure ? { quantity, at } : null;
}

/** The packages known of these labels and, after them, those that they were made of in turn, each once. */
function lineageOf(labels: readonly string[], known: ReadonlyMap<string, Known>): Known[] {
  const found = new Set(labels.flatMap((label) => known.get(label) ?? []));
  for (const { sourceLabels } of found) {
    for (const label of sourceLabels) {
      const source = known.get(label);
      if (source) found.add(source);
    }
  }
  return [...found];
}

const NOTHING = { returned: '0', drawn: '0' };
