import { useState } from 'react';
import { shortDay } from '../../../../domain/dates';
import type { Harvest, HarvestPackage } from '../../../../domain/harvests/harvest';
import { whyNotTake } from '../../../../domain/harvests/offered';
import { whyNotDiscontinue, whyNotRemove } from '../../../../domain/harvests/rules';
import { formatAmount } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { Panel } from '../../../kit/record/RecordPage';
import { Button, IconButton } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { Pill } from '../../../ui/Pill';
import { SentPill } from '../HarvestPills';
import css from '../harvests.module.css';
import { untilText } from '../harvests.text';

const PackageDrawer = lazyDialog(async () => (await import('./PackageDrawer')).PackageDrawer);
const DiscontinuePackage = lazyDialog(async () => (await import('../HarvestDialogs')).DiscontinuePackage);
const RemovePackage = lazyDialog(async () => (await import('../HarvestDialogs')).RemovePackage);

type PanelProps = { harvest: Harvest; whyNot: string | null };

/** What is packaged of a harvest. */
export function PackagesPanel({ harvest, whyNot }: PanelProps) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<HarvestPackage | null>(null);
  const [discontinued, setDiscontinued] = useState<HarvestPackage | null>(null);
  const now = new Date();
  const { packages } = harvest;
  const noAdd = whyNot ?? whyNotTake(harvest);
  return (
    <Panel
      title="Packages"
      actions={
        <Button
          icon="plus"
          disabled={noAdd !== null}
          title={noAdd ?? undefined}
          onPointerEnter={PackageDrawer.prefetch}
          onFocus={PackageDrawer.prefetch}
          onClick={() => setAdding(true)}
        >
          Add package
        </Button>
      }
    >
      {noAdd !== null && <p className="v-hint">{noAdd}</p>}
      {packages.length === 0 ? (
        noAdd === null && (
          <p className="v-hint">No packages yet. They’re sent with the submission, or at once after it.</p>
        )
      ) : (
        <ul className={css.list} aria-label="Packages of this harvest">
          {packages.map((one) => (
            <PackageRow
              key={one.id}
              harvest={harvest}
              one={one}
              whyNot={whyNot ?? whyNotRemove(one)}
              mayChange={whyNot === null}
              whyKept={whyNotDiscontinue(harvest, one, now)}
              onRemove={() => setRemoved(one)}
              onDiscontinue={() => setDiscontinued(one)}
            />
          ))}
        </ul>
      )}
      {isAdding && <PackageDrawer.Part harvest={harvest} onClose={() => setAdding(false)} />}
      {removed && <RemovePackage.Part harvest={harvest} one={removed} onClose={() => setRemoved(null)} />}
      {discontinued && (
        <DiscontinuePackage.Part harvest={harvest} one={discontinued} onClose={() => setDiscontinued(null)} />
      )}
    </Panel>
  );
}

type RowProps = {
  harvest: Harvest;
  one: HarvestPackage;
  whyNot: string | null;
  mayChange: boolean;
  /** Why it can’t be discontinued. */
  whyKept: string | null;
  onRemove: () => void;
  onDiscontinue: () => void;
};

function PackageRow({ harvest, one, whyNot, mayChange, whyKept, onRemove, onDiscontinue }: RowProps) {
  const { label, itemName, locationName, packagedDate, note, ingredients, problem } = one;
  return (
    <li>
      <span className={css.what}>
        <b>{label}</b>
        <span>{itemName}</span>
        <span className="v-hint">
          {locationName}, {shortDay(packagedDate)}
          {ingredients.length > 1 && `, of ${counted(ingredients.length, 'harvest')}`}
          {note !== '' && `. ${note}`}
        </span>
        {mayChange && one.state === 'SENT' && (
          <span className="v-hint">
            {whyKept === null
              ? `Can be discontinued${untilText(harvest, one.recorded)}.`
              : `Can’t be discontinued: ${whyKept}`}
          </span>
        )}
      </span>
      {one.forTesting && (
        <Pill isQuiet tone="info">
          For testing
        </Pill>
      )}
      <SentPill state={one.state} />
      <span className={css.amount}>
        {formatAmount(one.weight)} {one.unitOfMeasureAbbreviation}
      </span>
      {whyNot === null && <IconButton icon="trash" label={`Remove package ${label}`} onClick={onRemove} />}
      {mayChange && whyKept === null && (
        <IconButton icon="refresh" label={`Discontinue package ${label}`} onClick={onDiscontinue} />
      )}
      {problem && <span className={css.problem}>{problem}</span>}
    </li>
  );
}
