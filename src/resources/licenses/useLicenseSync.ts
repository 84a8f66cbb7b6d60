import { useState } from 'react';
import { tracking as calls } from '../../../domain/integrations/contract';
import { useCan } from '../../access/useCan';
import { messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { askForPlan, isAskedElsewhere } from '../../providers/session/refusals';
import { useResumable } from '../../providers/session/resume';
import { showSnack } from '../../providers/snackbar';

type License = { licenseId: number; licenseNumber: string };

/**
 * Starts or checks a license's sync, for a screen that lists licenses. `start` gives the failure to show, null without
 * one: the shell asks for a missing key or plan itself and continues. `withKey` does something with a key the plan
 * allows, else asks for the plan.
 */
export function useLicenseSync({ act, onStarted }: { act: string; onStarted?: () => unknown }) {
  const { whyNot, lacksPlan } = useCan();
  const { requires } = calls.startLicenseSync;
  const missing = lacksPlan(requires);
  const orgId = useSession().scope?.orgId ?? 0;
  const call = useCall(calls.startLicenseSync, { showsErrors: true });
  const [busyId, setBusyId] = useState<number | null>(null);
  const begin = useResumable(act, async ({ licenseId, licenseNumber }: License) => {
    setBusyId(licenseId);
    try {
      const result = await call.run({ params: { orgId }, body: { licenseId } });
      if (!result.ok) throw result.error;
      showSnack({ status: 'success', message: `Syncing license ${licenseNumber}.` });
      await onStarted?.();
    } finally {
      setBusyId(null);
    }
  });
  const start = async ({ licenseId, licenseNumber }: License): Promise<string | null> => {
    try {
      await begin({ licenseId, licenseNumber }, `sync license ${licenseNumber}`);
      return null;
    } catch (error) {
      return isAskedElsewhere(error) ? null : messageOf(error);
    }
  };
  const withKey = (ask: () => void) => (missing ? askForPlan(missing) : ask());
  return { start, withKey, busyId, whyNot: whyNot(requires) };
}
