import { BULK_ACT_DAYS } from '../../../domain/bulk/bulk-act';
import { shortDay } from '../../../domain/dates';
import { formatNumber } from '../../../domain/money';
import { orders as calls, type ORDER_SORTS } from '../../../domain/orders/contract';
import {
  DOCUMENT_KINDS,
  DOCUMENTS,
  type DocumentKind,
  MOST_IN_A_FILE,
  MOST_PRINTED,
} from '../../../domain/orders/documents/document-kinds';
import type { OrderFilters } from '../../../domain/orders/filters';
import type { OrderRow } from '../../../domain/orders/order';
import {
  findTransition,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
  type Transition,
} from '../../../domain/orders/status';
import type { ListSearch } from '../../../domain/views/saved-view';
import { choicesOf } from '../../kit/form/choices';
import type { ListBulk } from '../../kit/list';
import type { RowOf } from '../../providers/refine/resource-types';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import type { Pushing } from '../accounting/PushOrders';
import { salesReps } from '../team/sales-reps/resource';
import { PrintMenu } from './documents/PrintMenu';

type OrderBulk = ListBulk<OrderRow, typeof calls.bulk>;

const SELLER_MOVES = TRANSITIONS.filter(({ by }) => by === 'seller');
/** Each status change by its verb, in the order an order goes through them. */
const MOVES = [...new Map(SELLER_MOVES.map((one) => [one.verb, one])).values()];

/** The statuses this verb applies to; other statuses with the same target use another verb. */
const movedFrom = (verb: string): OrderStatus[] =>
  SELLER_MOVES.filter((one) => one.verb === verb).map(({ from }) => from);

const NO_SHIP_DATE = 'without a ship date';

/** Somebody who can be a sales rep. */
export type Rep = RowOf<typeof salesReps>;
/** Those of a company, once they are read. */
type Reps = { reps: readonly Rep[]; onReps: (reps: readonly Rep[]) => void; companyId: number | undefined };

/** The orders to merge: those selected, in that order, or all that match. */
export type Merging = {
  selection: { ids: number[] } | { filters: OrderFilters; except: number[] };
  count: number;
  clear: () => void;
};
/** What the list shows, in which order. */
export type OrderSearch = ListSearch<OrderFilters, (typeof ORDER_SORTS)[number]>;
type Merge = { onMerge: (merging: Merging) => void; onNearMerge: () => void };
/** Absent for whoever can't push orders to the books. */
type Push = { onPush?: ((pushing: Pushing) => void) | undefined };

/** Bulk actions on sales orders. */
export const orderBulk = ({ onMerge, onNearMerge, onPush, ...reps }: Reps & Merge & Push): OrderBulk => ({
  call: calls.bulk,
  label: 'Change',
  nothingOpen: 'You can’t change these orders.',
  acts: [...MOVES.map(actOf), ...DATES, ...repActions(reps), CLONE, DELETE_DRAFTS],
  others: PRINTS,
  more: ({ rows, count, isCapped, clear }, { selection, ask, onNear }) => {
    const orderIds = 'ids' in selection ? selection.ids : [];
    const isMany = !('ids' in selection) || orderIds.length > MOST_PRINTED;
    return (
      <>
        <Button onClick={() => onMerge({ selection, count, clear })} onPointerEnter={onNearMerge}>
          Merge
        </Button>
        {onPush && <Button onClick={() => onPush({ selection, count, clear })}>Push to books</Button>}
        <PrintMenu
          orderIds={orderIds}
          many={isMany ? `${formatNumber(count)}${isCapped ? '+' : ''}` : null}
          onPrintMany={(kind) => ask(printOf(kind))}
          onNear={onNear}
        />
        {rows && (
          <Button icon="copy" onClick={() => void copyNumbers(rows)}>
            Copy order numbers
          </Button>
        )}
      </>
    );
  },
});

type OrderAction = OrderBulk['acts'][number];

const DATES: readonly OrderAction[] = [
  {
    act: 'setShipDate',
    asks: [
      { name: 'shipDate', label: 'Ship date', control: 'date', isNative: true, required: true },
      {
        name: 'updatePaymentDueDates',
        label: 'Move payment due dates too',
        control: 'checkbox',
        hint: 'By as many days as the ship date moves. Orders without both dates keep theirs.',
      },
    ],
    title: 'Set the ship date of #',
    outcome: ({ shipDate }) => (shipDate ? `shipping on ${shortDay(shipDate)}` : NO_SHIP_DATE),
    separated: true,
  },
  {
    act: 'setShipDate',
    input: { shipDate: null },
    title: 'Clear the ship date of #',
    outcome: NO_SHIP_DATE,
  },
];

function repActions({ reps, onReps, companyId }: Reps): OrderAction[] {
  const asks = [
    {
      name: 'salesRepId' as const,
      label: 'Sales rep',
      control: 'lookup' as const,
      placeholder: 'Find a sales rep',
      required: true,
      source: choicesOf(salesReps, {
        query: { companyId },
        option: ({ searchId, displayName }) => ({ value: searchId, label: displayName }),
        onFound: onReps,
      }),
    },
  ];
  const nameOf = (id: unknown) => reps.find(({ searchId }) => searchId === id)?.displayName ?? 'the selected rep';
  return [
    {
      act: 'addSalesRep',
      asks,
      title: 'Add a sales rep to #',
      outcome: ({ salesRepId }) => `assigned to ${nameOf(salesRepId)}`,
      separated: true,
    },
    {
      act: 'removeSalesRep',
      asks,
      title: 'Remove a sales rep from #',
      outcome: ({ salesRepId }) => `taken from ${nameOf(salesRepId)}`,
    },
  ];
}

const CLONE: OrderAction = {
  act: 'clone',
  asks: [
    {
      name: 'prices',
      label: 'Prices',
      control: 'select',
      placeholder: 'Choose one',
      options: [
        { value: 'current', label: 'The customer’s prices today' },
        { value: 'copy', label: 'The prices of each order' },
      ],
      required: true,
    },
  ],
  title: 'Clone #',
  outcome: 'copied to a new draft',
  separated: true,
  review: (many) => `${many} will be copied to new drafts, without products that can’t be sold now.`,
};

const DELETE_DRAFTS: OrderAction = {
  act: 'removeDraft',
  title: 'Delete #',
  outcome: 'deleted',
  tone: 'danger',
  separated: true,
  isOpenTo: ({ status }) => status === 'DRAFT',
  narrow: (filters) => ((filters.statuses?.includes('DRAFT') ?? true) ? { ...filters, statuses: ['DRAFT'] } : null),
  review: (many) =>
    `${many} will be deleted with their lines. Only drafts can be. You can undo this for ${BULK_ACT_DAYS} days.`,
};

const printOf = (kind: DocumentKind): OrderAction => {
  const what = kind === 'PICK_LIST' ? 'a pick list' : `${DOCUMENTS[kind].toLowerCase()}s`;
  const most = formatNumber(MOST_IN_A_FILE);
  return {
    act: 'print',
    input: { kind },
    title: `Print ${what} of #`,
    outcome: 'ready to print',
    review: (many) =>
      `We’ll prepare ${what} of ${many} as PDF files of up to ${most} orders each. You can leave this page meanwhile.`,
  };
};

const PRINTS = DOCUMENT_KINDS.map(printOf);

function actOf({ verb, to }: Transition): OrderBulk['acts'][number] {
  const isFinal = to === 'REJECTED' || to === 'CANCELLED';
  const { label } = ORDER_STATUSES[to];
  return {
    act: 'transition',
    input: { status: to },
    ...(isFinal && { tone: 'danger' }),
    title: `${verb} #`,
    outcome: label.toLowerCase(),
    isOpenTo: (order) => verbsOf(order).includes(verb),
    narrow: (filters) => {
      const from = movedFrom(verb).filter((status) => filters.statuses?.includes(status) ?? true);
      return from.length === 0 ? null : { ...filters, statuses: from };
    },
    review: (many) => {
      const moved = `${many} will be ${label.toLowerCase()}.`;
      if (isFinal) return `${moved} Their stock is released. You can’t undo this.`;
      return to === 'BACKORDER' ? `${moved} Their stock is released.` : moved;
    },
  };
}

/** The status changes the platform allows for this order now. */
function verbsOf({ status, availableTransitions }: OrderRow): (string | undefined)[] {
  return availableTransitions.map((to) => findTransition(status, to)?.verb);
}

async function copyNumbers(rows: readonly OrderRow[]): Promise<void> {
  await navigator.clipboard.writeText(rows.map(({ orderNumber }) => orderNumber).join('\n'));
  showSnack({ status: 'success', message: 'Order numbers copied' });
}
