import { COMPANY_TYPES, type CompanyType } from '../../domain/access/vocabulary';
import type { CallInput } from '../../domain/contract/endpoint';
import type { beginning } from '../../domain/onboarding/contract';
import { stateChoices } from '../../domain/organization/us-states';
import type { FieldSpec } from '../kit/form/fields';

/** A license as typed; its type as the tracking system tells it, if it was found with a key. */
export type LicenseRow = { licenseNumber: string; state: string; name: string; licenseType?: CompanyType };
export type OnboardingValues = { name: string; companyType: CompanyType | ''; licenses: LicenseRow[] };

export const firstLicense: LicenseRow = { licenseNumber: '', state: '', name: '' };

/** Another license is most often of the same state. */
export const nextLicense = (last: LicenseRow | undefined): LicenseRow => ({
  ...firstLicense,
  state: last?.state ?? '',
});

/** For a license without a name while the organization has none either; the missing name is refused at its own field. */
const UNNAMED = 'License';

/** What was typed, as the platform takes it: a license without a name or type has its organization's. */
export function toDraft({ name, companyType, licenses }: OnboardingValues): CallInput<typeof beginning.create>['body'] {
  return {
    name,
    companyType: companyType as CompanyType,
    licenses: licenses.map(({ licenseType, ...license }) => ({
      ...license,
      name: license.name.trim() || name.trim() || UNNAMED,
      licenseType: licenseType ?? (companyType || 'UNKNOWN'),
      address: {},
    })),
  };
}

const kindOptions = Object.entries(COMPANY_TYPES)
  .filter(([value]) => value !== 'UNKNOWN')
  .map(([value, { label }]) => ({ value, label }));

export const onboardingFields: readonly FieldSpec<OnboardingValues>[] = [
  { name: 'name', label: 'Organization name', required: true, maxLength: 120, autoComplete: 'organization' },
  {
    name: 'companyType',
    label: 'What you do',
    control: 'select',
    options: kindOptions,
    placeholder: 'Choose one',
    required: true,
    hint: 'Decides whether you start with a seller company, a buyer company or both. You can add the other later.',
  },
];

export const licenseFields: readonly FieldSpec<LicenseRow>[] = [
  { name: 'licenseNumber', label: 'License number', required: true, maxLength: 60, half: true },
  {
    name: 'state',
    label: 'State',
    control: 'select',
    options: stateChoices,
    placeholder: 'Choose a state',
    required: true,
    half: true,
  },
  { name: 'name', label: 'Name on the license', maxLength: 200, hint: 'Blank if it’s the organization’s name.' },
];
