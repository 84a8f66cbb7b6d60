import type { CSSProperties } from 'react';
import { harvests as calls } from '../../../../domain/harvests/contract';
import type { HarvestBalance, HarvestRow } from '../../../../domain/harvests/harvest';
import { shareOf, type UsualLoss } from '../../../../domain/harvests/usual-loss';
import { compare } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
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
      {wet > 0 && <Loss harvest={harvest} />}
    </Panel>
  );
}

/** What a harvest lost so far beside what its strain usually loses. */
function Loss({ harvest }: { harvest: HarvestRow }) {
  const { id, strainName } = harvest;
  const { data } = useCallQuery(calls.usualLoss, { params: { id } }, { topics: ['harvests'] });
  if (data === undefined) return null;
  if (data.usual === null)
    return <p className="v-hint">Not enough finished harvests of {strainName} yet to tell what it usually loses.</p>;
  return (
    <>
      <table className={css.balance}>
        <caption className={css.lost}>Beside what {strainName} usually loses</caption>
        <thead className="v-hidden">
          <tr>
            <th scope="col">Loss</th>
            <th scope="col">This harvest</th>
            <th scope="col">Usual</th>
          </tr>
        </thead>
        <tbody>
          {LOST.map(({ part, label }) => (
            <LossRow key={part} harvest={harvest} part={part} label={label} usual={data.usual?.[part]} />
          ))}
        </tbody>
      </table>
      <p className="v-hint">The middle half of {counted(data.harvests, 'finished harvest')}.</p>
    </>
  );
}

type Lost = keyof NonNullable<UsualLoss['usual']>;
const LOST: readonly { part: Lost; label: string }[] = [
  { part: 'waste', label: 'Waste' },
  { part: 'moisture', label: 'Moisture loss' },
];

type LossRowProps = {
  harvest: HarvestRow;
  part: Lost;
  label: string;
  usual: NonNullable<UsualLoss['usual']>[Lost] | undefined;
};

function LossRow({ harvest: { balance, state }, part, label, usual }: LossRowProps) {
  if (usual === undefined) return null;
  // Moisture is what is left in the end, and waste may still come.
  const own = state === 'FINISHED' || part === 'waste' ? shareOf(balance, balance[part]) : null;
  const isMore = own !== null && own > usual.high;
  const isLess = own !== null && own < usual.low && state === 'FINISHED';
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={isMore || isLess ? css.odd : undefined}>
        {own === null ? '–' : `${own}%`}
        {isMore && ', more than usual'}
        {isLess && ', less than usual'}
      </td>
      <td>
        {usual.low} to {usual.high}%
      </td>
    </tr>
  );
}
