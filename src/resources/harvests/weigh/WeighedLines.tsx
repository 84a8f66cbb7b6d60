import { memo } from 'react';
import { type Harvest, type HarvestPlant, type PlantWeight, WEIGHT_ORIGINS } from '../../../../domain/harvests/harvest';
import { counted } from '../../../../domain/text';
import { Panel } from '../../../kit/record/RecordPage';
import type { KeptAct, useKeptActs } from '../../../providers/kept/acts';
import { Button } from '../../../ui/Button';
import { Pill } from '../../../ui/Pill';
import type { useKeptWeights, Weight } from './useKeptWeights';
import { endOf } from './useWeighLine';
import css from './weigh.module.css';

/** How many lines are shown, those that wait first: a day without a network is thousands. All are on the harvest’s page. */
const SHOWN = 25;

type Props = { harvest: Harvest; kept: ReturnType<typeof useKeptActs> };

/** What was refused and wants a person, what waits to be sent, and what was weighed last. */
export const WeighedLines = memo(function WeighedLines({ harvest, kept }: Props) {
  const parked = kept.acts.filter(({ problem }) => problem !== null);
  const waiting = kept.acts.filter(({ problem }) => problem === null);
  const isWaiting = new Set(kept.acts.map(({ subject }) => subject));
  const weighed = (harvest.harvestPlants ?? [])
    .filter(({ weighed, label }) => weighed !== null && !isWaiting.has(label))
    .sort((a, b) => (b.weighed ?? '').localeCompare(a.weighed ?? ''));
  return (
    <Panel title="Weighed last">
      <div className={css.lines}>
        {parked.length > 0 && (
          <div className={css.parked} role="alert">
            <h3>{counted(parked.length, 'weight was', 'weights were')} refused</h3>
            <ul>
              {parked.map((act) => (
                <li key={act.key}>
                  <span className={css.label}>{act.subject}</span>
                  <span>{weightOfAct(act)}</span>
                  <span>{act.problem}</span>
                  <Button onClick={() => void kept.tryAgain(act)}>Try again</Button>
                  <Button tone="quiet" onClick={() => void kept.drop(act)}>
                    Discard
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {waiting.length > 0 && (
          <p className={css.waiting} role="status">
            {counted(waiting.length, 'weight is', 'weights are')} kept here and not sent yet. They are sent as soon as
            there is a connection, whatever page is open.{' '}
            <Button tone="quiet" onClick={() => void kept.tryNow()}>
              Send now
            </Button>
          </p>
        )}
        <ul className={css.list}>
          {waiting
            .slice(-SHOWN)
            .toReversed()
            .map((act) => (
              <li key={act.key}>
                <span className={css.label}>{endOf(act.subject)}</span>
                <span>{weightOfAct(act)}</span>
                <Pill mark="clock">Waiting</Pill>
              </li>
            ))}
          {weighed.slice(0, Math.max(0, SHOWN - waiting.length)).map((plant) => (
            <Weighed key={plant.id} plant={plant} />
          ))}
        </ul>
        {weighed.length === 0 && kept.acts.length === 0 && <p className="v-hint">Nothing weighed yet.</p>}
      </div>
    </Panel>
  );
});

function Weighed({ plant }: { plant: HarvestPlant }) {
  const { label, weight, unitOfMeasureAbbreviation, origin } = plant;
  return (
    <li>
      <span className={css.label}>{endOf(label)}</span>
      <span>
        {weight} {unitOfMeasureAbbreviation}
      </span>
      {origin && <Pill tone={origin === 'DISTRIBUTED' ? 'warning' : 'positive'}>{WEIGHT_ORIGINS[origin].label}</Pill>}
    </li>
  );
}

const weightOfAct = ({ input }: KeptAct): string => weightText((input as Weight).body);
const weightText = ({ weight, unitOfMeasureAbbreviation }: PlantWeight): string =>
  `${weight} ${unitOfMeasureAbbreviation}`;

type UnstoredProps = Pick<ReturnType<typeof useKeptWeights>, 'unstored' | 'store' | 'forget'>;

/** Weights that are on this page alone, as the browser couldn’t store them. */
export function UnstoredWeights({ unstored, store, forget }: UnstoredProps) {
  if (unstored.length === 0) return null;
  return (
    <div className={css.parked} role="alert">
      <h3>{counted(unstored.length, 'weight isn’t', 'weights aren’t')} stored</h3>
      <p>This browser couldn’t store what is listed here. Free some space and try again before you leave this page.</p>
      <ul>
        {unstored.map((weight) => (
          <li key={weight.body.label}>
            <span className={css.label}>{weight.body.label}</span>
            <span>{weightText(weight.body)}</span>
            <Button onClick={() => void store(weight)}>Try again</Button>
            <Button tone="quiet" onClick={() => forget(weight.body.label)}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
