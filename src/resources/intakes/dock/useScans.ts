import type { Intake } from '../../../../domain/intakes/intake';
import { useKeptActs } from '../../../providers/kept/acts';
import { useIsOnline } from '../../../ui/hooks';
import { intakePath } from '../resource';
import { confirmPackage } from './confirm-package';

/** Scans of an intake: kept first, and confirmed in order while there is a network. What is refused waits for a person. */
export function useScans({
  id: intakeId,
  licenseId,
  manifestNumber,
}: Pick<Intake, 'id' | 'licenseId' | 'manifestNumber'>) {
  const here = { path: intakePath({ id: intakeId, licenseId }), place: `Manifest ${manifestNumber}` };
  const { acts, keep, drop } = useKeptActs(confirmPackage, here);
  return {
    waiting: acts.filter(({ problem }) => problem === null),
    parked: acts.filter(({ problem }) => problem !== null),
    isOffline: !useIsOnline(),
    /** Keeps a scan, then sends it. */
    keep: (label: string) => keep(label, { params: { licenseId, intakeId }, body: { labels: [label] } }),
    drop,
  };
}
