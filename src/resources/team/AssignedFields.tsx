import type { UseFormReturn } from 'react-hook-form';
import { licenseDisplayName } from '../../../domain/organization/vocabulary';
import { useSession } from '../../providers/session';
import { Checkbox, FieldError } from '../../ui/Field';
import type { TeamValues } from './useTeamForm';

type Kind = 'licenseIds' | 'brandIds' | 'companyIds';
type Choice = { id: number; name: string };

/** Which licenses, brands and companies somebody sees; what the giver does not see stays as it is. */
export function AssignedFields({ form }: { form: UseFormReturn<TeamValues> }) {
  const { organization } = useSession();
  if (!organization) return null;
  const { licenses, brands, companies } = organization;
  const groups: readonly { kind: Kind; label: string; choices: readonly Choice[] }[] = [
    {
      kind: 'licenseIds',
      label: 'Licenses',
      choices: licenses.map((license) => ({
        id: license.id,
        name: `${license.name} (${licenseDisplayName(license)})`,
      })),
    },
    { kind: 'brandIds', label: 'Brands', choices: brands },
    {
      kind: 'companyIds',
      label: 'Companies',
      choices: companies.map(({ companyId, name }) => ({ id: companyId, name })),
    },
  ];
  return groups
    .filter(({ choices }) => choices.length > 0)
    .map((group) => <Assigned key={group.kind} form={form} {...group} />);
}

type AssignedProps = { form: UseFormReturn<TeamValues>; kind: Kind; label: string; choices: readonly Choice[] };

function Assigned({ form, kind, label, choices }: AssignedProps) {
  const chosen = form.watch(kind);
  const set = (ids: readonly number[]) => form.setValue(kind, [...ids], { shouldDirty: true });
  const isAll = choices.every(({ id }) => chosen.includes(id));
  const unseen = chosen.filter((id) => !choices.some((choice) => choice.id === id));
  const error = form.formState.errors[kind]?.message;
  return (
    <fieldset className="t-assigned">
      <legend>{label}</legend>
      {choices.length > 1 && (
        <button
          type="button"
          className="v-link"
          onClick={() => set(isAll ? unseen : [...unseen, ...choices.map(({ id }) => id)])}
        >
          {isAll ? 'None' : 'All'}
          <span className="v-hidden"> {label.toLowerCase()}</span>
        </button>
      )}
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) => set(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
      {unseen.length > 0 && <p className="t-muted">And {unseen.length} more that you do not see.</p>}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
