import type { TrackingLicenseSync } from '../../../domain/integrations/integrations';
import { stateName } from '../../../domain/organization/us-states';
import { licenseDisplayName } from '../../../domain/organization/vocabulary';
import { KeyDialog } from '../../kit/form/KeyDialog';
import { useResourceCreate } from '../../providers/use-resource';
import { licenseSyncs } from './resource';

type Props = { sync: TrackingLicenseSync; onSaved: () => void; onClose: () => void };

/** Asks for a key to read one license with, in place of one's own. */
export function LicenseKeyDialog({ sync, onSaved, onClose }: Props) {
  const { licenseId, state } = sync;
  const start = useResourceCreate(licenseSyncs, {
    success: `License ${sync.licenseNumber} is being read.`,
    showsErrors: true,
  });
  return (
    <KeyDialog
      title={`Key for ${licenseDisplayName(sync)}`}
      field="metrcApiKey"
      hint="We keep it sealed, for this license alone, and never show it again."
      saveLabel="Use this key"
      save={(metrcApiKey) => start.run({ licenseId, metrcApiKey })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <p>
        Enter a key of the tracking system of {stateName(state.ansiAbbrevation)} that opens this license. Your own key
        stays as it is.
      </p>
    </KeyDialog>
  );
}
