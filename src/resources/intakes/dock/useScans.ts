import { intakes as calls } from '../../../../domain/intakes/contract';
import { type Intake, whyNotConfirmed } from '../../../../domain/intakes/intake';
import { call } from '../../../providers/call';
import { type KeptAct, useKeptActs } from '../../../providers/kept/acts';
import { useSession } from '../../../providers/session';
import { useIsOnline } from '../../../ui/hooks';

/** Scans of an intake: kept first, and confirmed in order while there is a network. What is refused waits for a person. */
export function useScans({ id: intakeId, licenseId }: Pick<Intake, 'id' | 'licenseId'>) {
  const { user, scope } = useSession();
  const owner = { userId: user.id, orgId: scope?.orgId ?? 0, kind: 'confirm-package' };
  const { acts, keep, drop } = useKeptActs(calls.confirm, owner, `${licenseId}/${intakeId}`, refusalOf);
  return {
    waiting: acts.filter(({ problem }) => problem === null),
    parked: acts.filter(({ problem }) => problem !== null),
    isOffline: !useIsOnline(),
    /** Keeps a scan, then sends it. */
    keep: (label: string) => keep(label, { params: { licenseId, intakeId }, body: { labels: [label] } }),
    drop,
  };
}

/** Why a scan confirmed nothing: none is confirmed twice, and one that somebody else confirmed meanwhile is done. */
async function refusalOf(count: number, { input, subject, orgId }: KeptAct): Promise<string | null> {
  if (count === 1) return null;
  const { params } = input as { params: { licenseId: number; intakeId: number } };
  const { intakePackages, isVoided } = await call(calls.get, { params }, { quiet: true, orgId });
  const found = intakePackages.find(({ label }) => label === subject);
  if (found?.confirmed) return null;
  const why = found ? whyNotConfirmed(found, { isVoided }) : 'It isn’t on this manifest.';
  return why ?? 'It couldn’t be confirmed.';
}
