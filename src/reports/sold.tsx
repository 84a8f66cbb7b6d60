import { Link } from 'react-router';
import { formatNumber, formatUsd, multiply, roundCents } from '../../domain/money';
import type { OrderFilters } from '../../domain/orders/filters';
import { countedOrders } from '../../domain/reports/behind';
import type { BrandSold, ProductSold, Report } from '../../domain/reports/report';
import { LINE_SALES } from '../../domain/reports/report-types';
import { quantityText } from '../../domain/reports/sold';
import { REPORT_VALUES, type ReportValue } from '../../domain/reports/view';
import { ordersPath } from '../kit/links/orders-path';
import { dollarsColumn, nameColumn, textColumn } from '../kit/list/columns';
import type { GridColumn } from '../ui/grid';
import css from './reports.module.css';
import type { Amount, FigureRow, Figures } from './types';

type SoldReport = Extract<Report, { reportType: 'PRODUCTS_SOLD' | 'BRANDS_SOLD' }>;
type Row = FigureRow & (ProductSold | BrandSold);

const MOST_DRAWN = 10;

const percent = (share: number) => `${roundCents(multiply(share, 100))}%`;

/** What a row is ranked by, as drawn and as read. */
function amountOf(row: Row, value: ReportValue): Amount | null {
  switch (value) {
    case 'quantity': {
      const [largest] = row.quantities;
      return largest ? { size: largest.quantity, text: quantityText(row.quantities) } : null;
    }
    case 'revenue':
      return { size: row.revenue, text: formatUsd(row.revenue) };
    case 'averagePrice':
      return row.averagePrice === null ? null : { size: row.averagePrice, text: formatUsd(row.averagePrice) };
    case 'orders':
    case 'customers':
      return { size: String(row[value]), text: formatNumber(row[value]) };
  }
}

/** A report of products or brands sold: a row for each, by rank. */
export function soldFigures(report: SoldReport, value: ReportValue, filters: OrderFilters): Figures<Row> {
  const { totals } = report;
  const isProducts = report.reportType === 'PRODUCTS_SOLD';
  const noun = isProducts ? (['product', 'products'] as const) : (['brand', 'brands'] as const);
  const rows: readonly Row[] =
    report.reportType === 'PRODUCTS_SOLD'
      ? report.rows.map((row) => ({ ...row, id: String(row.productId), name: row.productName }))
      : report.rows.map((row) => ({ ...row, id: String(row.brandId), name: row.brandName }));
  const drawn = rows.slice(0, MOST_DRAWN);
  const units = new Set(drawn.flatMap(({ quantities }) => quantities.map(({ unit }) => unit)));
  const isUneven = value === 'quantity' && units.size > 1;
  const label = REPORT_VALUES[value];
  return {
    title: isProducts ? 'Products sold' : 'Brands sold',
    caption: `The first ${drawn.length} ${noun[1]} by ${label.toLowerCase()}; the table has the same figures.${
      isUneven ? ' Their units differ, so compare bars of the same unit only.' : ''
    }`,
    noun,
    totals: {
      [LINE_SALES]: formatUsd(totals.revenue),
      Quantity: quantityText(totals.quantities),
      Orders: formatNumber(totals.orders),
      Customers: formatNumber(totals.customers),
    },
    chart: {
      points: drawn.map((row) => ({ name: row.name, amounts: { value: amountOf(row, value) } })),
      series: [{ key: 'value', label }],
      along: 'rank',
      isMoney: value === 'revenue' || value === 'averagePrice',
    },
    columns: columnsOf(report, rows, filters),
    rows,
  };
}

/** How a row's rank changed: "↑ 2", "↓ 1", "new". */
function RankChange({ rank, previousRank }: Pick<Row, 'rank' | 'previousRank'>) {
  if (previousRank === null) return <span className={css.change}>new</span>;
  const steps = previousRank - rank;
  if (steps === 0) return null;
  return (
    <span className={css.change} data-change={steps > 0 ? 'up' : 'down'} title={`Was ${previousRank}`}>
      {steps > 0 ? `↑ ${steps}` : `↓ ${-steps}`}
    </span>
  );
}

const countColumn = (id: 'orders' | 'customers', header: string, total: number): GridColumn<Row> => ({
  id,
  header,
  cell: (row) => formatNumber(row[id]),
  value: (row) => row[id],
  align: 'end',
  width: 112,
  sortable: true,
  summary: () => formatNumber(total),
});

/** The orders with a row's brand, or with products of its name. */
const ordersOf = (row: Row, filters: OrderFilters) =>
  ordersPath({
    ...countedOrders(filters),
    ...('productName' in row ? { productNameSearch: row.productName } : { brandIds: [row.brandId] }),
  });

function columnsOf(report: SoldReport, rows: readonly Row[], filters: OrderFilters): readonly GridColumn<Row>[] {
  const { totals } = report;
  const comparesRanks = rows.some(({ previousRank }) => previousRank !== null);
  const isProducts = report.reportType === 'PRODUCTS_SOLD';
  return [
    {
      id: 'rank',
      header: 'Rank',
      cell: ({ rank, previousRank }) => (
        <>
          {rank} {comparesRanks && <RankChange rank={rank} previousRank={previousRank} />}
        </>
      ),
      value: ({ rank }) => rank,
      width: 84,
      sortable: true,
      card: 'lead',
    },
    nameColumn<Row>('name', isProducts ? 'Product' : 'Brand', {
      cell: (row) => <Link to={ordersOf(row, filters)}>{row.name}</Link>,
      value: ({ name }) => name,
      pinned: false,
      width: 230,
    }),
    ...(isProducts
      ? [textColumn<Row>('brand', 'Brand', ({ brandName }) => brandName, { sortable: true, width: 120 })]
      : []),
    ...(isProducts
      ? []
      : [
          {
            id: 'products',
            header: 'Products',
            cell: (row) => ('products' in row ? formatNumber(row.products) : ''),
            value: (row) => ('products' in row ? row.products : null),
            align: 'end',
            width: 96,
            sortable: true,
          } satisfies GridColumn<Row>,
        ]),
    {
      id: 'quantity',
      header: 'Quantity',
      cell: ({ quantities }) => (
        <>
          {quantityText(quantities)}
          {quantities.length > 1 && <span className={css.partial}>mixed units</span>}
        </>
      ),
      value: ({ quantities }) => quantityText(quantities),
      align: 'end',
      width: 184,
      summary: () => quantityText(totals.quantities),
    },
    dollarsColumn<Row>('revenue', LINE_SALES, ({ revenue }) => revenue, {
      sortable: true,
      card: 'end',
      width: 116,
      summary: () => formatUsd(totals.revenue),
    }),
    countColumn('orders', 'Orders', totals.orders),
    countColumn('customers', 'Customers', totals.customers),
    dollarsColumn<Row>('averagePrice', 'Average price', ({ averagePrice }) => averagePrice, {
      sortable: true,
      width: 132,
    }),
    {
      id: 'share',
      header: 'Share',
      cell: ({ share }) => (
        <span className={css.share}>
          <i style={{ width: percent(share) }} />
          {percent(share)}
        </span>
      ),
      value: ({ share }) => share,
      csv: ({ share }) => percent(share),
      align: 'end',
      width: 130,
      sortable: true,
    },
  ];
}
