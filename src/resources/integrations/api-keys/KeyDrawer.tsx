import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import {
  type ApiKey,
  LEARNING_DAYS,
  MOST_KEY_DAYS,
  typedAddresses,
  USUAL_KEY_DAYS,
} from '../../../../domain/api-keys/api-key';
import { addDays } from '../../../../domain/dates';
import { CheckMatrix } from '../../../kit/form/controls/CheckMatrix';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../kit/form/fields';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { useSession } from '../../../providers/session';
import { dayHere, endOfDayHere, today } from '../../../ui/reader-dates';
import { assignableBrands } from '../../team/people';
import { boxesOf, type FeatureBoxes, featureGroups, featuresOf, MATRIX_COLUMNS } from './key-features';
import { apiKeys } from './resource';

type Values = FeatureBoxes & {
  name: string;
  expiresOn: string;
  companyIds: number[];
  licenseIds: number[];
  brandIds: number[];
  addresses: string;
  learning: boolean;
};

type KeyDrawerProps = {
  /** Null for a new one. */
  apiKey: ApiKey | null;
  onMade?: (made: { name: string; secret: string | null }) => void;
  onClose: () => void;
};

/** Makes or changes a key of the reader's. */
export function KeyDrawer({ apiKey, onMade, onClose }: KeyDrawerProps) {
  const { membership } = useSession();
  const form = useRecordForm<typeof apiKeys, Values>(apiKeys, {
    id: apiKey?.id,
    version: apiKey?.version,
    values: valuesOf(apiKey),
    names: { expiresAt: 'expiresOn' },
    body: (
      { name, expiresOn, addresses, companyIds, licenseIds, brandIds, learning, ...boxes },
      { version, changed },
    ) => ({
      name,
      features: featuresOf(boxes),
      companyIds,
      licenseIds,
      brandIds,
      addresses: typedAddresses(addresses),
      // The day alone is shown: a key that isn't given another expires when it did.
      expiresAt: apiKey && !changed.has('expiresOn') ? apiKey.expiresAt : expiresOn && endOfDayHere(expiresOn),
      learning,
      ...(apiKey && { version }),
    }),
    ...(apiKey ? { success: `“${apiKey.name}” saved.`, unchanged: onClose } : {}),
    onSaved: (saved) => {
      onClose();
      if ('secret' in saved) onMade?.({ name: saved.name, secret: saved.secret });
    },
  });
  return (
    <FormDrawer
      form={form}
      title={apiKey ? `Edit ${apiKey.name}` : 'Make an API key'}
      intro={
        <p>
          Software with this key acts as you, and never does more than you may do yourself. Give it as little as it
          needs.
        </p>
      }
      save={apiKey ? 'Save' : 'Make API key'}
      width={620}
      onClose={onClose}
      fields={useKeyFields()}
    >
      <h3>Permissions</h3>
      <p className="v-hint">
        What a permission depends on comes with it. Team, roles, billing and claims are never a key’s.
      </p>
      <CheckMatrix
        label="Permissions"
        columns={MATRIX_COLUMNS}
        groups={featureGroups(membership?.role.features ?? {}, apiKey?.features ?? {})}
      />
    </FormDrawer>
  );
}

const valuesOf = (key: ApiKey | null): Values => ({
  ...boxesOf(key?.features ?? {}),
  name: key?.name ?? '',
  expiresOn: key ? dayHere(key.expiresAt) : addDays(today(), USUAL_KEY_DAYS),
  companyIds: key?.companyIds ?? [],
  licenseIds: key?.licenseIds ?? [],
  brandIds: key?.brandIds ?? [],
  addresses: key?.addresses.join('\n') ?? '',
  learning: key ? key.learningSince !== null : true,
});

const ALL = 'Choose none for all you see.';

function useKeyFields(): readonly FieldSpec<Values>[] {
  const { organization } = useSession();
  const companies = organization?.companies.map(({ companyId, name }) => ({ value: companyId, label: name })) ?? [];
  const licenses =
    organization?.licenses.map((one) => ({ value: one.id, label: `${one.name} (${licenseDisplayName(one)})` })) ?? [];
  const brands = organization ? assignableBrands(organization).map(({ id, name }) => ({ value: id, label: name })) : [];
  return [
    { name: 'name', label: 'Name', required: true, hint: 'What uses it, such as “Route planner”.' },
    {
      name: 'expiresOn',
      label: 'Expires',
      control: 'date',
      isNative: true,
      required: true,
      hint: `At the end of this day, within ${MOST_KEY_DAYS} days.`,
    },
    {
      name: 'learning',
      label: 'Suggest fewer permissions',
      control: 'checkbox',
      hint: `After ${LEARNING_DAYS} days of use we propose the least it needs.`,
    },
    {
      name: 'addresses',
      label: 'Allowed addresses',
      control: 'textarea',
      rows: 2,
      placeholder: '203.0.113.7',
      hint: 'IP addresses or ranges such as 203.0.113.0/24, one on a line. Leave blank for any.',
    },
    { name: 'companyIds', label: 'Companies', control: 'picks', options: companies, hint: ALL, section: 'Limited to' },
    { name: 'licenseIds', label: 'Licenses', control: 'picks', options: licenses, hint: ALL },
    { name: 'brandIds', label: 'Brands', control: 'picks', options: brands, hint: ALL },
  ];
}
