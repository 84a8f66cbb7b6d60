import { stateChoices } from '../../../../domain/organization/us-states';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { suggestions } from '../resource';

type Values = {
  suggestedName: string;
  suggestedStates: string[];
  whose: 'ours' | 'theirs';
  invitedEmail: string;
  invitedEmailMessage: string;
};

const WHOSE = [
  { value: 'ours', label: 'Ours' },
  { value: 'theirs', label: 'Another business’s' },
];

const isTheirs = ({ whose }: Values) => whose === 'theirs';

/** Suggests a new brand, to claim it or to invite its owner. */
export function SuggestBrand({ onClose }: { onClose: () => void }) {
  const form = useRecordForm<typeof suggestions, Values>(suggestions, {
    values: { suggestedName: '', suggestedStates: [], whose: 'ours', invitedEmail: '', invitedEmailMessage: '' },
    body: ({ whose, invitedEmail, invitedEmailMessage, ...brand }) => ({
      ...brand,
      autoClaim: whose === 'ours',
      ...(whose === 'theirs' ? { invitedEmail, invitedEmailMessage } : {}),
    }),
    success: ({ suggestedName, brandId }) =>
      brandId === null
        ? `${suggestedName} is in review. We’ll email you once it’s done.`
        : `${suggestedName} is in review. You can add its products now.`,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title="Suggest a brand"
      intro={<p>Verdant reviews new brands, so that each is listed once. We’ll email you what becomes of it.</p>}
      save="Suggest brand"
      onClose={onClose}
      fields={[
        { name: 'suggestedName', label: 'Name', required: true, maxLength: 120 },
        {
          name: 'suggestedStates',
          label: 'States',
          control: 'picks',
          options: stateChoices,
          hint: 'Where it is sold.',
          required: true,
        },
        { name: 'whose', label: 'Whose brand is it?', control: 'select', options: WHOSE, required: true },
        {
          name: 'invitedEmail',
          label: 'Owner’s email',
          control: 'email',
          maxLength: 254,
          hint: 'Optional. Once it’s approved, we’ll email them an invitation to claim it.',
          when: isTheirs,
        },
        {
          name: 'invitedEmailMessage',
          label: 'Message',
          control: 'textarea',
          maxLength: 1000,
          when: isTheirs,
        },
      ]}
    />
  );
}
