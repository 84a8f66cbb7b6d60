import { licenseDisplayName } from '../../../domain/access/vocabulary';
import { tracking as calls } from '../../../domain/integrations/contract';
import { stateName } from '../../../domain/organization/us-states';
import { KeyDialog } from '../../kit/form/questions/KeyDialog';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';

type License = { id: number; licenseNumber: string; state: { ansiAbbrevation: string } };
type Props = { license: License; onSaved: () => void; onClose: () => void };

/** Asks for a key for one license, instead of the person's own. */
export function LicenseKeyDialog({ license, onSaved, onClose }: Props) {
  const { id: licenseId, licenseNumber, state } = license;
  const orgId = useSession().scope?.orgId ?? 0;
  const success = `Syncing license ${licenseNumber}.`;
  const start = useCall(calls.startLicenseSync, { success, showsErrors: true });
  return (
    <KeyDialog
      title={`Key for ${licenseDisplayName(license)}`}
      field="metrcApiKey"
      hint="We encrypt it, use it for this license only, and never show it again."
      saveLabel="Use this key"
      save={(metrcApiKey) => start.run({ params: { orgId }, body: { licenseId, metrcApiKey } })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <p>
        Enter a {stateName(state.ansiAbbrevation)} tracking system key with access to this license. Your own key doesn’t
        change.
      </p>
    </KeyDialog>
  );
}
