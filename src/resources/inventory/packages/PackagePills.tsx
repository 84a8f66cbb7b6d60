import {
  LAB_TEST_STATES,
  type LabTestState,
  PACKAGE_STATUSES,
  type PackageStatus,
} from '../../../../domain/inventory/packages/package';
import { Pill, type PillProps } from '../../../ui/Pill';

type Look = Pick<PillProps, 'tone' | 'mark'>;

const STATUSES: Record<PackageStatus, Look> = {
  ACTIVE: { tone: 'positive' },
  ON_HOLD: { tone: 'warning', mark: 'clock' },
  INACTIVE: { tone: 'neutral', mark: 'slash' },
};
const VERDICTS: Record<(typeof LAB_TEST_STATES)[LabTestState]['verdict'], Look> = {
  passed: { tone: 'positive' },
  failed: { tone: 'negative' },
  waiting: { tone: 'progress', mark: 'clock' },
  none: { tone: 'neutral', mark: 'dashes' },
};

/** A package's status at the tracking system. */
export function PackageStatusPill({ status }: { status: PackageStatus }) {
  return <Pill {...STATUSES[status]}>{PACKAGE_STATUSES[status].label}</Pill>;
}

/** How far a package's lab test is. */
export function LabTestPill({ state }: { state: LabTestState }) {
  const { label, verdict } = LAB_TEST_STATES[state];
  return (
    <Pill {...VERDICTS[verdict]} isQuiet>
      {label}
    </Pill>
  );
}
