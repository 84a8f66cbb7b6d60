import { useState } from 'react';
import { Link } from 'react-router';
import { scannedTag } from '../../../../domain/inventory/packages/scanned-tag';
import { reconciliation as calls, DIFFERENCE_SORTS } from '../../../../domain/inventory/reconciliation/contract';
import {
  DIFFERENCE_CAUSES,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  SETTLEMENTS,
  type TrackingDifference,
  whyNotAccept,
  whyNotAdjust,
  whyNotAsk,
  whyNotCorrect,
  whyNotNote,
} from '../../../../domain/inventory/reconciliation/difference';
import { differenceFilters } from '../../../../domain/inventory/reconciliation/difference-filters';
import { useCan } from '../../../access/useCan';
import { useNotAssigned } from '../../../access/WhyNot';
import { type ListBulk, ResourceGrid, useFacets, useListAddress } from '../../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import { useSession } from '../../../providers/session';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { Pill, type PillProps } from '../../../ui/Pill';
import { dateHere } from '../../../ui/reader-dates';
import { differences } from './resource';
import { AcceptQuestion, AdjustQuestion, AskQuestion, CorrectQuestion, NoteQuestion } from './SettleDialogs';
import { Leaving, Shortages } from './Shortages';

const SORTS = { by: DIFFERENCE_SORTS, first: 'found', desc: true } as const;
/** What is settled doesn't keep its place: an inbox gets shorter. */
const settledLeaves = async () => null;

/** What can be done about a difference, with the dialog that asks first. */
const ACTS = [
  { by: 'accept', label: 'Accept theirs', whyNot: whyNotAccept, Asking: AcceptQuestion },
  { by: 'note', label: 'Mark as noted', whyNot: whyNotNote, Asking: NoteQuestion },
  { by: 'correct', label: 'Correct ours', whyNot: whyNotCorrect, Asking: CorrectQuestion },
  {
    by: 'adjust',
    label: 'Adjust theirs',
    whyNot: (one: TrackingDifference) => whyNotAdjust(one),
    Asking: AdjustQuestion,
  },
  { by: 'ask', label: 'Ask a colleague', whyNot: whyNotAsk, Asking: AskQuestion },
] as const;

type Settling = { by: (typeof ACTS)[number]['by']; difference: TrackingDifference };

/** Where the tracking system and we disagree, until somebody settles it. */
export default function DifferenceList() {
  const address = useListAddress(differenceFilters, SORTS);
  const orgId = useSession().scope?.orgId ?? 0;
  const facets = useFacets(calls.facets, { query: { orgId } }, address.filters, { topics: ['packages'] });
  const maySettle = useCan().can(calls.accept.requires);
  const [settling, setSettling] = useState<Settling | null>(null);
  const notAssigned = useNotAssigned('licenses');
  const close = () => setSettling(null);
  const Asking = ACTS.find(({ by }) => by === settling?.by)?.Asking;
  return (
    <PageFrame title="Reconciliation" aside={<span className="v-hint">Differences with the tracking system</span>}>
      <Shortages />
      <Leaving />
      <ResourceGrid<TrackingDifference>
        resource={differences}
        label="Differences"
        noun={['difference', 'differences']}
        columns={differenceColumns}
        nameOf={({ label }) => label}
        reread={settledLeaves}
        address={address}
        filters={differenceFilters}
        {...facets}
        search={{ label: 'Find a tag, item or harvest', field: 'searchTerm', scan: scannedTag }}
        empty={
          notAssigned ?? {
            title: 'Nothing to settle',
            hint: 'Packages and harvests that differ between Verdant and the tracking system appear here.',
          }
        }
        {...(maySettle && { bulk: differenceBulk })}
        rowActions={(difference) =>
          maySettle
            ? ACTS.filter(({ whyNot }) => whyNot(difference) === null).map(({ by, label }) => ({
                label,
                onSelect: () => setSettling({ by, difference }),
              }))
            : []
        }
        rowTone={({ settled }) => (settled ? 'muted' : undefined)}
      />
      {Asking && settling && <Asking difference={settling.difference} onClose={close} />}
    </PageFrame>
  );
}

/** Bulk actions on differences. */
const differenceBulk: ListBulk<TrackingDifference, typeof calls.bulk> = {
  call: calls.bulk,
  label: 'Settle',
  nothingOpen: 'Nothing here can be accepted or noted.',
  acts: [
    {
      act: 'accept',
      title: 'Accept theirs for #',
      outcome: 'settled with the tracking system’s figure',
      review: (many) => `${many} will be settled with the tracking system’s figure. Stock of mapped products follows.`,
      isOpenTo: (row) => whyNotAccept(row) === null,
    },
    {
      act: 'note',
      title: 'Mark # as noted',
      outcome: 'noted',
      review: (many) => `${many} will leave the inbox. The changes the tracking system refused aren’t made.`,
      isOpenTo: (row) => whyNotNote(row) === null,
    },
  ],
};

const KINDS: Record<DifferenceKind, Pick<PillProps, 'tone' | 'mark'>> = {
  QUANTITY: { tone: 'warning', mark: 'clock' },
  UNIT: { tone: 'warning', mark: 'dashes' },
  GONE: { tone: 'negative' },
  REFUSED: { tone: 'negative', mark: 'slash' },
  UNREADABLE: { tone: 'neutral', mark: 'slash' },
  PLANTS: { tone: 'warning', mark: 'clock' },
  WASTE: { tone: 'warning', mark: 'clock' },
  PACKAGED: { tone: 'warning', mark: 'clock' },
};

const hidden = true;
const sortable = true;

/** Columns of differences, by the ids of sorts. */
const differenceColumns: readonly GridColumn<TrackingDifference>[] = [
  nameColumn('label', 'Tag or harvest', {
    cell: (difference) => {
      const place = placeOf(difference);
      return place === null ? difference.label : <Link to={place}>{difference.label}</Link>;
    },
    value: ({ label }) => label,
    width: 248,
  }),
  textColumn('item', 'Item', ({ itemName }) => itemName, { width: 192, card: 'lead' }),
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, isAdjusting }) =>
      isAdjusting ? (
        <Pill tone="progress" mark="clock">
          Adjusting
        </Pill>
      ) : (
        <Pill {...KINDS[kind]}>{DIFFERENCE_KINDS[kind].label}</Pill>
      ),
    value: ({ kind }) => DIFFERENCE_KINDS[kind].label,
    width: 140,
    sortable,
  },
  textColumn('ours', 'Ours', ({ ours }) => ours, { width: 132, align: 'end' }),
  textColumn('theirs', 'Tracking system', ({ kind, theirs }) => (kind === 'REFUSED' ? '' : theirs), {
    width: 132,
    align: 'end',
  }),
  // Why it was refused needs the room, and is no guess.
  textColumn(
    'cause',
    'Probable cause',
    ({ kind, theirs, cause }) => (kind === 'REFUSED' ? theirs : DIFFERENCE_CAUSES[cause].label),
    {
      width: 256,
      sortable,
    },
  ),
  dayColumn('found', 'Found', ({ found }) => found, { sortable }),
  textColumn('asked', 'Question', ({ asked }) => asked && `${asked.by} to ${asked.name}: ${asked.question}`, {
    width: 280,
  }),
  textColumn('moved', 'Changed there', ({ moved }) => moved && dateHere(moved), {
    isInstant: true,
    sortable,
    width: 124,
    card: 'hidden',
  }),
  textColumn('product', 'Product', ({ product }) => product?.name, { width: 200, card: 'hidden' }),
  textColumn('license', 'License', ({ license }) => license.displayName, { width: 176, card: 'hidden' }),
  textColumn('settlement', 'Settled', settledText, { width: 240, hidden, card: 'hidden' }),
];

/** Where what differs is shown; null for what isn’t ours. */
function placeOf({ packageId, harvestId }: TrackingDifference): string | null {
  if (harvestId !== null) return `/harvest/submitted/${harvestId}`;
  return packageId === null ? null : `/inventory?edit=${packageId}`;
}

function settledText({ settlement, settledBy, settled }: TrackingDifference): string {
  if (settlement === null || settled === null) return '';
  const who = settledBy === null ? '' : `, ${settledBy}`;
  return `${SETTLEMENTS[settlement].label}${who}, ${dateHere(settled)}`;
}
