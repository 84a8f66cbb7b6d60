import { intakes as calls } from '../../../../domain/intakes/contract';
import { whyNotConfirmed } from '../../../../domain/intakes/intake';
import { call } from '../../../providers/call';
import type { KeptAct } from '../../../providers/kept/acts';
import type { KeptKind } from '../../../providers/kept/send';

/** A scan that confirms a package, kept in this browser until it is sent. */
export const confirmPackage: KeptKind<typeof calls.confirm> = {
  name: 'confirm-package',
  endpoint: calls.confirm,
  refusalOf,
};

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
