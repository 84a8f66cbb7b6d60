import { Link } from 'react-router';
import { formatNumber, formatUsd, type Money } from '../../domain/money';
import type { OrderFilters } from '../../domain/orders/filters';
import { countedOrdersOf } from '../../domain/reports/behind';
import {
  changeInPercent,
  changeText,
  periodName,
  type RevenuePeriod,
  type RevenueReport,
} from '../../domain/reports/report';
import { INTERVALS, type Interval } from '../../domain/reports/view';
import { ordersPath } from '../kit/links/orders-path';
import { dollarsColumn, nameColumn } from '../kit/list/columns';
import type { GridColumn } from '../ui/grid';
import { countedZone } from '../ui/reader-dates';
import css from './reports.module.css';
import type { Amount, ChartPoint, ChartSeries, FigureRow, Figures } from './types';

type Row = FigureRow & RevenuePeriod & { index: number };

const amount = (size: Money | null | undefined): Amount | null =>
  size === null || size === undefined ? null : { size, text: formatUsd(size) };

/** A revenue report: a row per period, which leads to its orders, with a column per series. */
export function revenueFigures(report: RevenueReport, interval: Interval, filters: OrderFilters): Figures<Row> {
  const { periods, series, totals } = report;
  const rows = periods.map((period, index) => ({
    ...period,
    index,
    id: period.from,
    name: periodName(period, interval),
  }));
  const hasPrevious = totals.previousRevenue !== null;
  const isSplit = series.length > 0;
  const hasPartial = periods.some(({ isPartial }) => isPartial);
  const by = INTERVALS[interval].label.toLowerCase();
  const compared: ChartSeries[] = hasPrevious
    ? [
        { key: 'previous', label: 'Previous', isComparison: true },
        { key: 'yearBefore', label: 'Year before', isComparison: true },
      ]
    : [];
  const point = ({ index, name, isPartial, ...period }: Row): ChartPoint => ({
    name,
    isPartial,
    amounts: isSplit
      ? Object.fromEntries(series.map(({ key, revenue }) => [key, amount(revenue[index])]))
      : {
          revenue: amount(period.revenue),
          previous: amount(period.previousRevenue),
          yearBefore: amount(period.yearBeforeRevenue),
        },
  });
  return {
    title: `Revenue by ${by}`,
    caption: `Revenue by ${by}; the table has the same figures.${hasPartial ? ' Paler: not over yet, or only partly covered.' : ''}`,
    noun: ['period', 'periods'],
    totals: {
      Revenue: formatUsd(totals.revenue),
      Orders: formatNumber(totals.orders),
      ...(hasPrevious && {
        Previous: <Before now={totals.revenue} before={totals.previousRevenue} />,
        'Year before': <Before now={totals.revenue} before={totals.yearBeforeRevenue} />,
      }),
    },
    chart: {
      points: rows.map(point),
      series: isSplit
        ? series.map(({ key, label }) => ({ key, label }))
        : [{ key: 'revenue', label: 'Revenue' }, ...compared],
      along: 'time',
      isMoney: true,
    },
    columns: columnsOf(report, filters),
    rows: totals.orders === 0 ? [] : rows,
  };
}

function Before({ now, before }: { now: Money; before: Money | null }) {
  if (before === null) return null;
  return (
    <>
      {formatUsd(before)} <span className="muted small">{changeText(now, before)}</span>
    </>
  );
}

function columnsOf({ series, totals }: RevenueReport, filters: OrderFilters): readonly GridColumn<Row>[] {
  const total = (sum: Money | null) => () => (sum === null ? '' : formatUsd(sum));
  const change: GridColumn<Row> = {
    id: 'change',
    header: 'Change',
    cell: ({ revenue, previousRevenue }) => changeText(revenue, previousRevenue),
    value: ({ revenue, previousRevenue }) => {
      const percent = changeInPercent(revenue, previousRevenue);
      return percent === null ? null : Number(percent);
    },
    align: 'end',
    width: 104,
    sortable: true,
    summary: () => changeText(totals.revenue, totals.previousRevenue),
  };
  return [
    nameColumn<Row>('period', 'Period', {
      cell: ({ name, isPartial, orders, ...period }) => (
        <>
          {orders === 0 ? (
            name
          ) : (
            <Link to={ordersPath(countedOrdersOf(filters, period, new Date(), countedZone()))}>{name}</Link>
          )}
          {isPartial && <span className={css.partial}>partial</span>}
        </>
      ),
      value: ({ name }) => name,
      sortable: false,
      width: 240,
    }),
    dollarsColumn<Row>('revenue', 'Revenue', ({ revenue }) => revenue, {
      sortable: true,
      card: 'end',
      summary: total(totals.revenue),
    }),
    {
      id: 'orders',
      header: 'Orders',
      cell: ({ orders }) => formatNumber(orders),
      value: ({ orders }) => orders,
      align: 'end',
      width: 88,
      sortable: true,
      summary: () => formatNumber(totals.orders),
    },
    dollarsColumn<Row>('previous', 'Previous', ({ previousRevenue }) => previousRevenue, {
      sortable: true,
      summary: total(totals.previousRevenue),
    }),
    change,
    dollarsColumn<Row>('yearBefore', 'Year before', ({ yearBeforeRevenue }) => yearBeforeRevenue, {
      sortable: true,
      summary: total(totals.yearBeforeRevenue),
    }),
    ...series.map(({ key, label, revenue, total: sum }) =>
      dollarsColumn<Row>(`split-${key}`, label, ({ index }) => revenue[index] ?? null, {
        sortable: true,
        width: 140,
        summary: total(sum),
      }),
    ),
  ];
}
