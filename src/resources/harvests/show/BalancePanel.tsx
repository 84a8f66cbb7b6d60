import type { CSSProperties } from 'react';
import type { HarvestBalance, HarvestRow } from '../../../../domain/harvests/harvest';
import { compare } from '../../../../domain/money';
import { Panel } from '../../../kit/record/RecordPage';
import css from '../harvests.module.css';
import { weightText } from '../harvests.text';

type Part = Exclude<keyof HarvestBalance, 'wet'>;

/** Where a harvest's wet weight can be, in the order it goes there. */
const PARTS: readonly { part: Part; label: string; color: string; isAlways?: true }[] = [
  { part: 'waste', label: 'Waste', color: 'var(--v-series-3)', isAlways: true },
  { part: 'packaged', label: 'Packages', color: 'var(--v-series-1)', isAlways: true },
  { part: 'restored', label: 'Put back to flowering', color: 'var(--v-series-4)' },
  { part: 'moisture', label: 'Moisture loss', color: 'var(--v-series-2)', isAlways: true },
  { part: 'current', label: 'Left', color: 'var(--v-series-9)', isAlways: true },
];

const colored = (color: string, share?: number) =>
  ({ '--v-part': color, ...(share !== undefined && { flexBasis: `${share * 100}%` }) }) as CSSProperties;

/** Where a harvest's weight is: waste, packages, moisture loss and what is left make up its wet weight. */
export function BalancePanel({ harvest }: { harvest: HarvestRow }) {
  const { balance } = harvest;
  const wet = Number(balance.wet);
  const isSome = ({ part }: { part: Part }) => compare(balance[part], 0) !== 0;
  return (
    <Panel title="Weight">
      <div className={css.bar} aria-hidden="true">
        {wet > 0 &&
          PARTS.filter(({ part }) => compare(balance[part], 0) > 0).map(({ part, color }) => (
            <span key={part} style={colored(color, Number(balance[part]) / wet)} />
          ))}
      </div>
      <table className={css.balance}>
        <caption className="v-hidden">Where the wet weight is</caption>
        <tbody>
          {PARTS.filter((one) => one.isAlways || isSome(one)).map(({ part, label, color }) => (
            <tr key={part}>
              <th scope="row">
                <span className={css.mark} style={colored(color)} aria-hidden="true" />
                {label}
              </th>
              <td>{weightText(harvest, balance[part])}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={css.sum}>
            <th scope="row">Wet weight</th>
            <td>{weightText(harvest, balance.wet)}</td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  );
}
