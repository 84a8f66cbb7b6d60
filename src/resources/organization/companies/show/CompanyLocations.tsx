import type { OtherAddress } from '../../../../../domain/organization/company';
import { companies as calls } from '../../../../../domain/organization/company-contract';
import { FormDrawer } from '../../../../kit/form/FormDrawer';
import type { RecordForm } from '../../../../kit/form/types';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { type LocationValues, locationFields, sentLocation } from '../../../../kit/record/location-fields';
import { OrderedPanel } from '../../../../kit/record/OrderedPanel';
import { withMoved } from '../../../../kit/record/ordered';
import { useCall } from '../../../../providers/refine/use-call';
import { Button } from '../../../../ui/Button';
import css from '../companies.module.css';
import { type CompanySection, SAID } from '../company.text';

/** An address on one line. */
const lineOf = ({ address: { lineOne, city, state, postalCode } }: OtherAddress) =>
  `${lineOne}, ${city}, ${state.ansiAbbrevation} ${postalCode}`;

/** Where buyers find a company, in order, and its addresses that they don't see. */
export function CompanyLocations(section: CompanySection) {
  const { company, whyNot } = section;
  const { otherAddresses: others } = company;
  const rows = company.locations.map((location) => ({ ...location, id: location.address.id }));
  const moves = useCall(calls.updateLocations, { failure: SAID.failure });
  const shows = useCall(calls.updateLocations, { success: SAID.success, failure: SAID.failure });
  const removal = useCall(calls.updateLocations, { failure: SAID.failure, showsErrors: true });
  const bodyOf = (ids: readonly number[]) => ({
    params: { id: company.companyId },
    body: { locations: ids.map((id) => ({ address: { id } })), version: company.version },
  });
  const ids = rows.map(({ id }) => id);
  return (
    <OrderedPanel
      title="Locations"
      noun="location"
      rows={rows}
      nameOf={({ name }) => name}
      hint="Add where buyers can visit, pick up or return."
      whyNot={whyNot}
      onMove={(row, place) => moves.run(bodyOf(withMoved(rows, row, place).map(({ id }) => id)))}
      remove={{
        says: 'Buyers will no longer see it. Its address stays below, so you can show it again.',
        run: (row) => removal.run(bodyOf(ids.filter((id) => id !== row.id))),
        success: SAID.success,
      }}
      drawer={({ row, onClose }) =>
        row ? <EditAddress {...section} place={row} onClose={onClose} /> : <NewAddress {...section} onClose={onClose} />
      }
      after={
        others.length > 0 && (
          <>
            <h3 className={css.part}>Not shown to buyers</h3>
            <ul className={css.others} aria-label="Addresses not shown to buyers">
              {others.map((other) => (
                <li key={other.address.id}>
                  <span>
                    {other.name} <span className="v-hint">{lineOf(other)}</span>
                  </span>
                  {whyNot === null && (
                    <Button
                      busy={shows.isPending}
                      onClick={() => void shows.run(bodyOf([...ids, other.address.id]))}
                      aria-label={`Show ${other.name}`}
                    >
                      Show
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )
      }
    >
      {(row) => <span className="v-hint">{[lineOf(row), row.phone].filter(Boolean).join(' · ')}</span>}
    </OrderedPanel>
  );
}

type DrawerProps = Pick<CompanySection, 'company' | 'refresh'> & { onClose: () => void };

/** Adds a location to a company. */
function NewAddress({ company, refresh, onClose }: DrawerProps) {
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
function EditAddress({ company, refresh, place, onClose }: DrawerProps & { place: OtherAddress }) {
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
