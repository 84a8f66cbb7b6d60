import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../domain/contract/endpoint';
import { licenses as calls } from '../../../../domain/licenses/contract';
import { stateChoices, stateName } from '../../../../domain/organization/us-states';
import { counted } from '../../../../domain/text';
import { attempt } from '../../../kit/form/attempt';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useActionForm, useCallForm } from '../../../kit/form/useRecordForm';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { useResumable } from '../../../providers/session/resume';
import { showSnack } from '../../../providers/snackbar';
import { licenseChoice } from '../claim-options';

type Props = { onClose: () => void };
type Found = { usState: string; offered: CallOutput<typeof calls.claimable> };
type Claim = CallInput<typeof calls.claim>['body'];

/** Claims licenses with the person's tracking system key: finds what it can access in a state, then claims some. */
export function ClaimLicenses({ onClose }: Props) {
  const [found, setFound] = useState<Found | null>(null);
  const call = useCall(calls.claim, { showsErrors: true });
  const claim = useResumable('licenses.claim', async (body: Claim, { idempotencyKey }) => {
    const result = await call.run({ body }, { idempotencyKey });
    if (!result.ok) throw result.error;
    const [first, ...more] = result.value;
    const what = more.length === 0 ? `License ${first?.licenseNumber}` : counted(result.value.length, 'license');
    showSnack({ status: 'success', message: `${what} claimed.` });
    onClose();
  });
  if (!found) return <FindLicenses onFound={setFound} onClose={onClose} />;
  return <ChooseLicenses {...found} claim={claim} onClose={onClose} />;
}

function FindLicenses({ onFound, onClose }: Props & { onFound: (found: Found) => void }) {
  const state = useSession().organization?.defaultState ?? '';
  const form = useCallForm(calls.claimable, {
    values: { state },
    draft: false,
    onSaved: (offered, { state: usState }) => onFound({ usState, offered }),
  });
  return (
    <FormDrawer
      form={form}
      title="Claim licenses"
      intro={<p>We use your tracking system key for the state to find the licenses it can access.</p>}
      save="Find licenses"
      asksFirst={false}
      onClose={onClose}
      fields={[{ name: 'state', label: 'State', control: 'lookup', options: stateChoices, required: true }]}
    />
  );
}

type ChooseProps = Props & Found & { claim: (body: Claim, label: string) => Promise<void> };

function ChooseLicenses({ usState, offered, claim, onClose }: ChooseProps) {
  const { whyNot, field } = licenseChoice(offered);
  const form = useActionForm(
    ({ licenseIds, isUnsynced }: { licenseIds: number[]; isUnsynced: boolean }) => {
      const body = { state: usState, licenseIds, optOutOfMetrcSyncs: isUnsynced };
      return attempt(() => claim(body, licenseIds.length === 1 ? 'claim a license' : 'claim licenses'));
    },
    { values: { licenseIds: [], isUnsynced: false } },
  );
  return (
    <FormDrawer
      form={form}
      title={`Claim licenses in ${stateName(usState)}`}
      save="Claim licenses"
      whyNot={whyNot}
      onClose={onClose}
      fields={[
        field,
        {
          name: 'isUnsynced',
          label: 'Don’t sync them with the tracking system',
          control: 'checkbox',
          hint: 'You can turn on sync later.',
        },
      ]}
    />
  );
}
