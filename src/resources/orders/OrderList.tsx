import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { read } from '../../../domain/access/ability';
import { bookPushes } from '../../../domain/accounting/push/contract';
import { orders as calls, changesOrders, ORDER_SORTS } from '../../../domain/orders/contract';
import { type OrderFilters, orderFilters } from '../../../domain/orders/filters';
import type { OrderRow } from '../../../domain/orders/order';
import { readsReports } from '../../../domain/reports/access';
import { REPORT_TYPES, type ReportType } from '../../../domain/reports/report-types';
import { useCan } from '../../access/useCan';
import { useNotAssigned } from '../../access/WhyNot';
import { ListTools, ResourceGrid, useFacets, useListAddress, useSavedViews } from '../../kit/list';
import { useSession } from '../../providers/session';
import { isOffered } from '../../providers/settings';
import { Icon } from '../../ui/Icon';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { Skeleton } from '../../ui/states';
import type { Pushing } from '../accounting/PushOrders';
import { NeedsYou } from '../needs/NeedsYou';
import { type Merging, orderBulk, type Rep } from './orders.bulk';
import { orderColumns } from './orders.columns';
import styles from './orders.module.css';
import { rereadOrder } from './reread';
import { orders, savedSearches } from './resource';
import { useOrderExports } from './useOrderExports';

const OrderReport = lazy(() => import('../../reports/OrderReport'));
const PivotReport = lazy(() => import('../../reports/PivotReport'));

const EmailSearch = lazyDialog(async () => (await import('../../reports/MailingForms')).EmailSearch);

const MergeDialog = lazyDialog(async () => (await import('./entry/MergeDialog')).MergeDialog);

const PushOrders = lazyDialog(async () => (await import('../accounting/PushOrders')).PushOrders);

const MAILING = { requires: readsReports, Form: EmailSearch };
const SORTS = { by: ORDER_SORTS, first: 'created', desc: true } as const;
const FACETS_FRESH_MS = 60_000;

/** The current seller company's sales orders, as a list or a report. */
export default function OrderList() {
  const address = useListAddress(orderFilters, SORTS, 'report');
  const [params] = useSearchParams();
  const report = reportOf(params);
  const { scope, sellerCompany } = useSession();
  const query = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const facets = useFacets(calls.facets, { query }, address.filters, { staleTime: FACETS_FRESH_MS });
  const exports = useOrderExports(address.search);
  const notAssigned = useNotAssigned('orders');
  const [reps, setReps] = useState<readonly Rep[]>([]);
  // Here rather than beside its button, which goes when rows become cards.
  const [merging, merge] = useState<Merging | null>(null);
  const { can } = useCan();
  const hasBooks = useHasBooks();
  const mayPush = hasBooks && can(bookPushes.bulk.requires) && scope?.sellerCompanyId != null;
  const [pushing, push] = useState<Pushing | null>(null);
  const bulk = useMemo(
    () =>
      orderBulk({
        reps,
        onPush: mayPush ? push : undefined,
        onReps: setReps,
        companyId: query.companyId,
        onMerge: merge,
        onNearMerge: MergeDialog.prefetch,
      }),
    [reps, query.companyId, mayPush],
  );
  const mayWrite = can(changesOrders) && scope?.sellerCompanyId != null;
  const gridId = report === null ? orders.name : report === 'PIVOT' ? null : `report.${report}`;
  const views = useSavedViews(savedSearches, address, gridId, MAILING);
  const tools = {
    noun: ['order', 'orders'] as const,
    address,
    filters: orderFilters,
    ...facets,
    search: { label: 'Order, customer, license or product', field: 'anySearch', number: 'sellerOrderNumber' },
    views,
  };
  return (
    <PageFrame
      title="Sales Orders"
      actions={
        mayWrite && (
          <Link className="v-button v-primary" to="/orders/new">
            <Icon name="plus" size={18} />
            New order
          </Link>
        )
      }
      aside={
        <>
          {sellerCompany && <span className="muted">{sellerCompany.name}</span>}
          <ReportSwitch />
          <CompareLink filters={address.filters} />
        </>
      }
    >
      {!report && scope?.sellerCompanyId != null && (
        <div className={styles.needs}>
          <NeedsYou />
        </div>
      )}
      {mayPush && !report && <PushOrders.Part pushing={pushing} onClose={() => push(null)} />}
      {report ? (
        <Suspense fallback={<Skeleton />}>
          {report === 'PIVOT' ? (
            <PivotReport filters={address.filters}>
              <ListTools {...tools} />
            </PivotReport>
          ) : (
            <OrderReport key={report} type={report} filters={address.filters} preferences={views.preferences}>
              <ListTools {...tools} />
            </OrderReport>
          )}
        </Suspense>
      ) : (
        <ResourceGrid<OrderRow>
          resource={orders}
          label="Sales orders"
          columns={orderColumns}
          nameOf={({ orderNumber }) => `order ${orderNumber}`}
          {...tools}
          empty={notAssigned ?? { title: 'No orders yet', hint: 'Orders buyers place on the marketplace appear here.' }}
          pathOf={({ id }) => `/orders/${id}`}
          reread={rereadOrder}
          bulk={bulk}
          exports={exports}
        />
      )}
      {merging && <MergeDialog.Part merging={merging} search={address.search} onClose={() => merge(null)} />}
    </PageFrame>
  );
}

/** The report the address asks for; null for the list. */
function reportOf(params: URLSearchParams): ReportType | null {
  const name = params.get('report') ?? '';
  return Object.hasOwn(REPORT_TYPES, name) ? (name as ReportType) : null;
}

/** A report begins with a recent time, unless the filters say when orders were created. */
function addressOf(current: URLSearchParams, type: ReportType | null): string {
  const next = new URLSearchParams(current);
  const isLong = type === 'REVENUE' && !/interval=[DW]/.test(`${next}`);
  next.delete('page');
  next.delete('report');
  if (type) next.set('report', type);
  if (type && !/created[FTR]/.test(`${next}`)) next.set('createdRel', isLong ? 'LAST_1_YEAR' : 'LAST_30_DAYS');
  return `?${next}`;
}

const VIEWS = [[null, 'List'], ...Object.entries(REPORT_TYPES)] as [ReportType | null, string][];

/** Switches between the list and the reports on its orders. */
function ReportSwitch() {
  const [params] = useSearchParams();
  const shown = reportOf(params);
  return (
    <nav aria-label="View" className={styles.views}>
      {VIEWS.map(([type, label]) => (
        <Link key={label} to={addressOf(params, type)} aria-current={type === shown ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Whether books are connected where the chosen company sells. */
function useHasBooks(): boolean {
  const { organization, sellerCompany } = useSession();
  const isHere = organization?.externalSystems.some(
    ({ kind, usState }) => kind === 'ACCOUNTING' && usState === sellerCompany?.state.ansiAbbrevation,
  );
  return isHere === true && isOffered('accounting');
}

/** Compares the orders of the list with the company's books, where those are connected. */
function CompareLink({ filters }: { filters: OrderFilters }) {
  const { sellerCompany } = useSession();
  const { can } = useCan();
  const hasBooks = useHasBooks();
  if (!hasBooks || !sellerCompany || !can(read('ORDER_PAYMENTS'))) return null;
  const compare = String(new URLSearchParams(orderFilters.format(filters)));
  const place = `/account/integrations/accounting/${sellerCompany.companyId}/audit`;
  return <Link to={`${place}?${new URLSearchParams({ compare })}`}>Compare with the books</Link>;
}
