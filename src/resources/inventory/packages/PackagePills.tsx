import { labTestStateOf, PACKAGE_STATUSES, type PackageStatus } from '../../../../domain/inventory/packages/package';
import { Pill, type PillProps } from '../../../ui/Pill';

type Look = Pick<PillProps, 'tone' | 'mark'>;

const STATUSES: Record<PackageStatus, Look> = {
  ACTIVE: { tone: 'positive' },
  ON_HOLD: { tone: 'warning', mark: 'clock' },
  INACTIVE: { tone: 'neutral', mark: 'slash' },
};
const VERDICTS: Record<ReturnType<typeof labTestStateOf>['verdict'], Look> = {
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
export function LabTestPill({ state }: { state: string }) {
  const { label, verdict } = labTestStateOf(state);
  return (
    <Pill {...VERDICTS[verdict]} isQuiet>
      {label}
    </Pill>
  );
}
