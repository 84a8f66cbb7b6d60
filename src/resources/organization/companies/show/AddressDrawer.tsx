import type { OtherAddress } from '../../../../../domain/organization/company';
import { companies as calls } from '../../../../../domain/organization/company-contract';
import { FormDrawer } from '../../../../kit/form/FormDrawer';
import type { RecordForm } from '../../../../kit/form/types';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { type LocationValues, locationFields, sentLocation } from '../../../../kit/record/location-fields';
import { type CompanySection, SAID } from '../company.text';

type DrawerProps = Pick<CompanySection, 'company' | 'refresh'> & { onClose: () => void };

/** Adds a location to a company. */
export function NewAddress({ company, refresh, onClose }: DrawerProps) {
  const form = useCallForm<typeof calls.addAddress, LocationValues>(calls.addAddress, {
    params: { id: company.companyId },
    values: { name: '', phone: '', lineOne: '', city: '', state: company.state.ansiAbbrevation, postalCode: '' },
    body: sentLocation,
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
  const form = useCallForm<typeof calls.updateAddress, LocationValues>(calls.updateAddress, {
    params: { id: company.companyId, addressId },
    values: { name, phone, lineOne, city, state: state.ansiAbbrevation, postalCode },
    version: company.version,
    body: (values, { version }) => ({ ...sentLocation(values), version }),
    refresh,
    ...SAID,
    onSaved: onClose,
    unchanged: onClose,
  });
  return <AddressDrawer form={form} title={`Edit ${name}`} save="Save" onClose={onClose} />;
}

function AddressDrawer(props: { form: RecordForm<LocationValues>; title: string; save: string; onClose: () => void }) {
  return <FormDrawer {...props} fields={locationFields} />;
}
