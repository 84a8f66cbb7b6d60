import { useMemo } from 'react';
import { defineFilters, text } from '../../../../domain/filters';
import {
  type Intake,
  type IntakePackage,
  labGateOf,
  labText,
  needsSettling,
  whyLabStops,
  whyNotConfirmed,
} from '../../../../domain/intakes/intake';
import { TRANSFER_STATES } from '../../../../domain/inventory/packages/package';
import { formatAmount } from '../../../../domain/money';
import { readTyped } from '../../../../domain/typed';
import { ResourceGrid, useListAddress } from '../../../kit/list';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { Button } from '../../../ui/Button';
import type { GridColumn } from '../../../ui/grid';
import { Pill } from '../../../ui/Pill';
import css from '../intakes.module.css';
import type { usePackageActs } from './usePackageActs';

export type PackageRow = IntakePackage & { id: number };

const found = defineFilters({ searchTerm: text('Tag or item') });
const packageResource = { name: 'intake-packages' } as const;

/** The grid selects rows by number; a tag has none of its own, so it gets one here. */
const numbers = new Map<string, number>();
function numberOf(label: string): number {
  const number = numbers.get(label) ?? numbers.size + 1;
  numbers.set(label, number);
  return number;
}

type Acts = ReturnType<typeof usePackageActs>;
type PackageGridProps = {
  intake: Intake;
  /** Scanned here and not confirmed on the server yet. */
  waiting: ReadonlySet<string>;
  acts: Acts;
  /** Whether it takes what is left of the window, or a height of its own where the page is longer than that. */
  fills: boolean;
};

/** A height of its own, in pixels. */
const OWN_HEIGHT = 460;

/** The packages of an intake, those that need attention first. */
export function PackageGrid({ intake, waiting, acts, fills }: PackageGridProps) {
  const address = useListAddress(found);
  const rows = useMemo(
    (): PackageRow[] => intake.intakePackages.map((one) => ({ ...one, id: numberOf(one.label) })),
    [intake.intakePackages],
  );
  const term = (address.filters.searchTerm ?? '').trim().toLowerCase();
  const { whyNot, note, count } = acts;
  const columns = useMemo(
    () => columnsOf({ waiting, mayWrite: whyNot === null, isBlind: intake.isBlind, note, count }),
    [waiting, whyNot, intake.isBlind, note, count],
  );
  const confirmable = (chosen: readonly PackageRow[]) => chosen.filter((one) => whyNotConfirmed(one, intake) === null);
  return (
    <div className={css.grid}>
      <ResourceGrid<PackageRow>
        resource={packageResource}
        rows={rows}
        error={null}
        onRetry={() => {}}
        refreshing={false}
        label="Packages"
        height={fills ? undefined : OWN_HEIGHT}
        noun={['package', 'packages']}
        columns={columns}
        nameOf={({ label }) => `package ${label}`}
        address={address}
        search={{ label: 'Find a tag or item', field: 'searchTerm' }}
        matches={({ label, itemName }) => `${label} ${itemName}`.toLowerCase().includes(term)}
        rowTone={(one) =>
          one.notFound
            ? 'danger'
            : one.unknown || needsSettling(one) || (!one.confirmed && whyLabStops(one))
              ? 'warning'
              : one.leftManifest
                ? 'muted'
                : undefined
        }
        empty={{ title: 'No packages yet', hint: 'We read them from the tracking system shortly after the transfer.' }}
        {...(whyNot === null && {
          rowActions: acts.entriesOf,
          selectionActions: ({ rows: chosen, clear }) => {
            const ready = confirmable(chosen ?? []);
            const stopped = (chosen ?? []).filter((one) => !one.unknown && !one.confirmed && whyLabStops(one) !== null);
            return (
              <>
                <Button
                  icon="check"
                  tone="primary"
                  busy={acts.isConfirming}
                  aria-disabled={ready.length === 0}
                  onClick={() => ready.length > 0 && void acts.confirmAll(ready).then((isDone) => isDone && clear())}
                >
                  Confirm {ready.length}
                </Button>
                {stopped.length > 0 && (
                  <Button icon="warning" onClick={() => acts.overrule(stopped.map(({ label }) => label))}>
                    Overrule {stopped.length}
                  </Button>
                )}
              </>
            );
          },
        })}
      />
      {acts.dialogs}
    </div>
  );
}

/** What a package is at the dock. */
function stateOf(one: PackageRow, waiting: ReadonlySet<string>) {
  if (one.unknown) return { label: 'Unknown', tone: 'warning' } as const;
  if (one.notFound) return { label: 'Not found', tone: 'negative' } as const;
  if (one.confirmed) return { label: 'Confirmed', tone: 'positive' } as const;
  if (waiting.has(one.label)) return { label: 'Scanned, not sent', tone: 'progress' } as const;
  if (one.leftManifest) return { label: 'Left the manifest', tone: 'neutral' } as const;
  return { label: 'To confirm', tone: 'info' } as const;
}

const LAB_TONES = { passed: 'positive', failed: 'negative', missing: 'warning', expired: 'negative' } as const;

type ColumnTools = Pick<Acts, 'note' | 'count'> & { waiting: ReadonlySet<string>; mayWrite: boolean; isBlind: boolean };

const amount = (quantity: string | null) => (quantity === null ? '' : formatAmount(quantity));

function columnsOf({ waiting, mayWrite, isBlind, note, count }: ColumnTools): readonly GridColumn<PackageRow>[] {
  return [
    nameColumn('label', 'Tag', { cell: ({ label }) => label, width: 236, sortable: false }),
    {
      id: 'state',
      header: 'Status',
      cell: (row) => <Pill tone={stateOf(row, waiting).tone}>{stateOf(row, waiting).label}</Pill>,
      value: (row) => stateOf(row, waiting).label,
      width: 152,
      card: 'end',
    },
    textColumn('item', 'Item', ({ itemName }) => itemName, { width: 220, card: 'lead' }),
    {
      id: 'lab',
      header: 'Lab test',
      cell: (row) =>
        row.unknown ? (
          ''
        ) : (
          <Pill tone={LAB_TONES[labGateOf(row)]} isQuiet>
            {row.overruled ? `${labText(row)}, overruled` : labText(row)}
          </Pill>
        ),
      value: (row) => (row.unknown ? '' : labText(row)),
      width: 190,
      card: 'lead',
    },
    {
      id: 'shipped',
      header: 'Shipped',
      cell: ({ shippedQuantity, unknown }) =>
        shippedQuantity === null && !unknown ? 'Hidden' : amount(shippedQuantity),
      value: ({ shippedQuantity }) => (shippedQuantity === null ? null : Number(shippedQuantity)),
      align: 'end',
      width: 96,
    },
    {
      id: 'counted',
      header: 'Counted',
      cell: (row) =>
        `${amount(row.countedQuantity)}${row.settledQuantity === null ? '' : ` → ${amount(row.settledQuantity)}`}`,
      value: ({ countedQuantity }) => (countedQuantity === null ? null : Number(countedQuantity)),
      align: 'end',
      width: 112,
      hidden: false,
      ...(mayWrite && {
        editable: {
          text: ({ countedQuantity }) => countedQuantity ?? '',
          when: ({ unknown, leftManifest }) => !unknown && !leftManifest,
          inputMode: 'decimal',
          commit: async (row, typed) => {
            const { amount: quantity, problem } = readTyped('quantity', typed);
            if (quantity === null || quantity === '') throw new Error(problem ?? 'Enter what you counted');
            await count(row, quantity);
          },
        },
      }),
    },
    {
      id: 'received',
      header: 'Received there',
      cell: ({ receivedQuantity }) => amount(receivedQuantity),
      value: ({ receivedQuantity }) => (receivedQuantity === null ? null : Number(receivedQuantity)),
      align: 'end',
      width: 124,
      hidden: false,
    },
    textColumn('unit', 'Unit', ({ unitOfMeasure }) => unitOfMeasure, { width: 70 }),
    textColumn(
      'there',
      'In tracking system',
      ({ theirState }) => (theirState === null ? 'Not on the manifest' : TRANSFER_STATES[theirState].label),
      { width: 164, card: 'hidden' },
    ),
    {
      id: 'notes',
      header: 'Notes',
      cell: ({ notes }) => notes,
      width: 240,
      card: 'text',
      ...(mayWrite && { editable: { text: ({ notes }) => notes, commit: note } }),
    },
    textColumn('by', isBlind ? 'Confirmed and counted by' : 'Confirmed by', peopleOf, { width: 220, card: 'hidden' }),
  ];
}

/** Who did what with a package. */
function peopleOf({ confirmation, count, settlement, overruled }: PackageRow): string {
  const parts = [
    confirmation?.by,
    count && `counted by ${count.by}`,
    settlement && `settled by ${settlement.by}: ${settlement.why}`,
    overruled && `lab overruled by ${overruled.by}: ${overruled.why}`,
  ];
  return parts.filter(Boolean).join('; ');
}
