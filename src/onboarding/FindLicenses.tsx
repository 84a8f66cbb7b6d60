import { useState } from 'react';
import type { ClaimableLicense } from '../../domain/licenses/license';
import { beginning as calls } from '../../domain/onboarding/contract';
import { stateChoices } from '../../domain/organization/us-states';
import { FormDialog } from '../kit/form/FormDrawer';
import { useActionForm, useCallForm } from '../kit/form/useRecordForm';
import { licenseChoice } from '../resources/licenses/claim-options';
import type { LicenseRow } from './onboarding.fields';

type Props = { onFound: (licenses: LicenseRow[]) => void; onClose: () => void };

/** Finds the licenses a tracking system key can access in a state, to choose those to begin with. */
export function FindLicenses(props: Props) {
  const [offered, setOffered] = useState<readonly ClaimableLicense[] | null>(null);
  if (offered === null) return <AskKey onOffered={setOffered} onClose={props.onClose} />;
  return <ChooseLicenses offered={offered} {...props} />;
}

type AskProps = { onOffered: (offered: readonly ClaimableLicense[]) => void; onClose: () => void };

function AskKey({ onOffered, onClose }: AskProps) {
  const form = useCallForm<typeof calls.claimable, { state: string; metrcApiKey: string }>(calls.claimable, {
    values: { state: '', metrcApiKey: '' },
    secrets: ['metrcApiKey'],
    draft: false,
    onSaved: onOffered,
  });
  return (
    <FormDialog
      form={form}
      title="Find licenses"
      save="Find licenses"
      asksFirst={false}
      onClose={onClose}
      fields={[
        {
          name: 'state',
          label: 'State',
          control: 'select',
          options: stateChoices,
          placeholder: 'Choose a state',
          required: true,
        },
        {
          name: 'metrcApiKey',
          label: 'Tracking system key',
          control: 'secret',
          required: true,
          hint: 'We don’t keep it.',
        },
      ]}
    />
  );
}

function ChooseLicenses({ offered, onFound, onClose }: Props & { offered: readonly ClaimableLicense[] }) {
  const { available, whyNot, field } = licenseChoice(offered);
  const form = useActionForm(
    async ({ licenseIds }: { licenseIds: number[] }) => {
      const chosen = available.filter(({ id }) => licenseIds.includes(id));
      return { ok: true, value: chosen } as const;
    },
    {
      values: { licenseIds: available.map(({ id }) => id) },
      onSaved: (chosen) => {
        onFound(
          chosen.map(({ licenseNumber, name, state, licenseType }) => ({
            licenseNumber,
            name,
            state: state.ansiAbbrevation,
            licenseType,
          })),
        );
        onClose();
      },
    },
  );
  return (
    <FormDialog
      form={form}
      title="Choose licenses"
      save="Use these licenses"
      whyNot={whyNot}
      asksFirst={false}
      onClose={onClose}
      fields={[field]}
    />
  );
}
