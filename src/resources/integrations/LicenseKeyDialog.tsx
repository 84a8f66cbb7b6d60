import type { TrackingLicenseSync } from '../../../domain/integrations/integrations';
import { stateName } from '../../../domain/organization/us-states';
import { licenseDisplayName } from '../../../domain/organization/vocabulary';
import { KeyDialog } from '../../kit/form/KeyDialog';
import { useResourceCreate } from '../../providers/use-resource';
import { licenseSyncs } from './resource';

type Props = { sync: TrackingLicenseSync; onSaved: () => void; onClose: () => void };

/** Asks for a key for one license, instead of the person's own. */
export function LicenseKeyDialog({ sync, onSaved, onClose }: Props) {
  const { licenseId, state } = sync;
  const start = useResourceCreate(licenseSyncs, {
    success: `Syncing license ${sync.licenseNumber}.`,
    showsErrors: true,
  });
  return (
    <KeyDialog
      title={`Key for ${licenseDisplayName(sync)}`}
      field="metrcApiKey"
      hint="We encrypt it, use it for this license only, and never show it again."
      saveLabel="Use this key"
      save={(metrcApiKey) => start.run({ licenseId, metrcApiKey })}
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
