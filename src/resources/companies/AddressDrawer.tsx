import type { OtherAddress } from '../../../domain/organization/company';
import { companies as calls } from '../../../domain/organization/company-contract';
import { US_STATES } from '../../../domain/organization/us-states';
import { FormDrawer } from '../../kit/form/FormDrawer';
import type { FieldSpec } from '../../kit/form/fields';
import type { RecordForm } from '../../kit/form/types';
import { useCallForm } from '../../kit/form/useRecordForm';
import { type CompanySection, SAID } from './company.text';

type Values = { name: string; phone: string; lineOne: string; city: string; state: string; postalCode: string };
type DrawerProps = Pick<CompanySection, 'company' | 'refresh'> & { onClose: () => void };

const FIELDS: readonly FieldSpec<Values>[] = [
  { name: 'name', label: 'Name', required: true, maxLength: 100, placeholder: 'Warehouse' },
  { name: 'lineOne', label: 'Street address', required: true, maxLength: 200 },
  { name: 'city', label: 'City', required: true, maxLength: 100 },
  {
    name: 'state',
    label: 'State',
    control: 'select',
    options: US_STATES.map(({ ansiAbbrevation, unabbreviatedName }) => ({
      value: ansiAbbrevation,
      label: unabbreviatedName,
    })),
    required: true,
    half: true,
  },
  { name: 'postalCode', label: 'ZIP code', required: true, half: true, maxLength: 10 },
  { name: 'phone', label: 'Phone', control: 'phone', maxLength: 40 },
];

const sentOf = ({ state: ansiAbbrevation, ...values }: Values) => ({ ...values, state: { ansiAbbrevation } });

/** Adds a location to a company. */
export function NewAddress({ company, refresh, onClose }: DrawerProps) {
  const form = useCallForm<typeof calls.addAddress, Values>(calls.addAddress, {
    params: { id: company.companyId },
    values: { name: '', phone: '', lineOne: '', city: '', state: company.state.ansiAbbrevation, postalCode: '' },
    body: sentOf,
    refresh,
    ...SAID,
    onSaved: onClose,
  });
  return <AddressDrawer form={form} title="Add a location" save="Add location" onClose={onClose} />;
}

/** Changes one of a company's addresses. */
export function EditAddress({ company, refresh, place, onClose }: DrawerProps & { place: OtherAddress }) {
  const { name, phone, address } = place;
  const { id: addressId, lineOne, city, state, postalCode } = address;
  const form = useCallForm<typeof calls.updateAddress, Values>(calls.updateAddress, {
    params: { id: company.companyId, addressId },
    values: { name, phone, lineOne, city, state: state.ansiAbbrevation, postalCode },
    version: company.version,
    body: (values, { version }) => ({ ...sentOf(values), version }),
    refresh,
    ...SAID,
    onSaved: onClose,
    unchanged: onClose,
  });
  return <AddressDrawer form={form} title={`Edit ${name}`} save="Save" onClose={onClose} />;
}

function AddressDrawer(props: { form: RecordForm<Values>; title: string; save: string; onClose: () => void }) {
  return <FormDrawer {...props} fields={FIELDS} />;
}
