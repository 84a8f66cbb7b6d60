import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { CustomerSpend } from '../../../../domain/customers/spend';
import { formatUsd } from '../../../../domain/money';
import { monthName } from './months';

const SHORT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const INK = { fill: 'var(--v-muted)', fontSize: 12 };

/** A bar per month; the table beside it is the accessible version. */
export default function SpendChart({ months }: Pick<CustomerSpend, 'months'>) {
  const data = months.map(({ month, totalUsd }) => ({ month, total: Number(totalUsd) }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--v-line)" />
        <XAxis
          dataKey="month"
          interval="equidistantPreserveStart"
          tick={INK}
          tickLine={false}
          axisLine={false}
          tickFormatter={(month: string) => monthName(month).slice(0, 3)}
        />
        <YAxis
          tick={INK}
          tickLine={false}
          axisLine={false}
          width={52}
          tickFormatter={(usd: number) => SHORT.format(usd)}
        />
        <Tooltip
          cursor={{ fill: 'var(--v-line)', opacity: 0.4 }}
          contentStyle={{ background: 'var(--v-surface)', border: '1px solid var(--v-line)', color: 'var(--v-text)' }}
          labelFormatter={(month) => monthName(String(month))}
          formatter={(usd) => [formatUsd(Number(usd)), 'Total']}
        />
        <Bar dataKey="total" fill="var(--v-accent)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
