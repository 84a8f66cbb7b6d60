import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useMediaQuery } from '../ui/hooks';
import css from './reports.module.css';
import type { ChartContent, ChartPoint, ChartSeries } from './types';

/** As many as `--v-series-…` in the theme's tokens. */
const COLORS = 12;
/** Pixels and letters for names beside bars, on narrow and on other screens. */
const NARROW = { px: 150, letters: 20 };
const WIDE = { px: 216, letters: 32 };

type ReportChartProps = ChartContent & { shape: 'BARS' | 'LINES' };

const colorOf = ({ key, isComparison }: ChartSeries, index: number) => {
  if (isComparison) return key === 'previous' ? 'var(--v-muted)' : 'var(--v-edge)';
  return index < COLORS ? `var(--v-series-${index + 1})` : 'var(--v-edge)';
};
const sizeOf = (key: string) => (point: ChartPoint) => {
  const size = point.amounts[key]?.size;
  return size === undefined ? null : Number(size);
};

/** A report's chart. The table beside it has the same figures, for everyone who can't see it. */
export default function ReportChart({ points, series, along, isMoney, shape }: ReportChartProps) {
  const isRanked = along === 'rank';
  const room = useMediaQuery('(min-width: 600px)') ? WIDE : NARROW;
  const shorten = (name: string) =>
    name.length > room.letters ? `${name.slice(0, room.letters - 1).trimEnd()}…` : name;
  // A line needs two points.
  const isSingle = points.length < 2;
  const isBars = isRanked || shape === 'BARS' || isSingle;
  const parts = series.filter(({ isComparison }) => !isComparison);
  const short = new Intl.NumberFormat('en-US', {
    notation: 'compact',
    ...(isMoney && { style: 'currency', currency: 'USD' }),
  });
  const sizes = { type: 'number', tickFormatter: (size: number) => short.format(size) } as const;
  const names = { type: 'category', dataKey: 'name' } as const;
  const axis = { stroke: 'var(--v-rim)', tick: { fill: 'var(--v-muted)', fontSize: 12 }, tickLine: false } as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...points]}
        layout={isRanked ? 'vertical' : 'horizontal'}
        stackOffset="sign"
        accessibilityLayer={false}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      >
        <CartesianGrid stroke="var(--v-line)" horizontal={!isRanked} vertical={isRanked} />
        {isRanked ? (
          <>
            <XAxis {...axis} {...sizes} />
            <YAxis {...axis} {...names} width={room.px} interval={0} tickFormatter={shorten} />
          </>
        ) : (
          <>
            <XAxis {...axis} {...names} minTickGap={16} />
            <YAxis {...axis} {...sizes} width={60} />
          </>
        )}
        <Tooltip content={<Amounts series={series} />} cursor={{ fill: 'var(--v-hover)' }} isAnimationActive={false} />
        {series.length > 1 && <Legend itemSorter={null} wrapperStyle={{ fontSize: 12 }} formatter={nameOf} />}
        {series.map((one, index) => {
          const color = colorOf(one, index);
          const shared = { name: one.label, dataKey: sizeOf(one.key), isAnimationActive: false };
          return isBars && (isSingle || !one.isComparison) ? (
            <Bar
              key={one.key}
              {...shared}
              fill={color}
              maxBarSize={48}
              {...(parts.length > 1 && !one.isComparison && { stackId: 'all' })}
            >
              {points.map(({ name, isPartial }) => (
                <Cell key={name} fillOpacity={isPartial ? 0.5 : 1} />
              ))}
            </Bar>
          ) : (
            <Line
              key={one.key}
              {...shared}
              stroke={color}
              strokeWidth={2}
              {...(one.isComparison && { strokeDasharray: one.key === 'previous' ? '6 4' : '2 3' })}
              dot={one.isComparison ? false : <Dot />}
              legendType={one.isComparison ? 'plainline' : 'rect'}
            />
          );
        })}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** In a color that is read, beside the series' own. */
const nameOf = (label: string) => <span className="muted">{label}</span>;

type DotProps = { cx?: number; cy?: number | null; stroke?: string; payload?: ChartPoint };

/** Hollow where a period isn't over yet, or only partly covered. */
function Dot({ cx, cy, stroke, payload }: DotProps) {
  if (cx === undefined || cy === undefined || cy === null) return null;
  return (
    <circle
      cx={cx}
      cy={cy}
      r={3}
      stroke={stroke}
      strokeWidth={2}
      fill={payload?.isPartial ? 'var(--v-surface)' : stroke}
    />
  );
}

type AmountsProps = {
  series: readonly ChartSeries[];
  active?: boolean;
  payload?: readonly { payload?: ChartPoint }[];
};

/** The exact amounts of the place under the pointer. */
function Amounts({ series, active, payload }: AmountsProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className={css.tooltip}>
      <b>{point.isPartial ? `${point.name}, partial` : point.name}</b>
      <dl>
        {series.map(({ key, label }) => {
          const amount = point.amounts[key];
          return (
            amount && (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{amount.text}</dd>
              </div>
            )
          );
        })}
      </dl>
    </div>
  );
}
