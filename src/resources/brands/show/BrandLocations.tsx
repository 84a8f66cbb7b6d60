import type { BrandLocation } from '../../../../domain/brands/brand';
import { ownBrands as calls } from '../../../../domain/brands/contract';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { type LocationValues, locationFields, sentLocation } from '../../../kit/record/location-fields';
import { OrderedPanel } from '../../../kit/record/OrderedPanel';
import { placeOf, withEntry, withMoved } from '../../../kit/record/ordered';
import { useResourceUpdate } from '../../../providers/refine/use-resource';
import { type BrandSection, SAID } from '../brand.text';
import { brands } from '../resource';

type Place = { id: number; name: string; phone: string } & BrandLocation['address'];

/** Locations as an update takes them. */
const placesOf = (locations: readonly BrandLocation[]): Place[] =>
  locations.map(({ id, name, phone, address }) => ({ id, name, phone, ...address }));

const lineOf = ({ lineOne, city, state, postalCode, phone }: Place) =>
  [`${lineOne}, ${city}, ${state.ansiAbbrevation} ${postalCode}`, phone].filter(Boolean).join(' · ');

/** Where buyers meet a brand, in order. */
export function BrandLocations(section: BrandSection) {
  const { brand, whyNot } = section;
  const places = placesOf(brand.locations);
  const moves = useResourceUpdate(brands, { failure: SAID.failure });
  const removal = useResourceUpdate(brands, { failure: SAID.failure, showsErrors: true });
  const { id, version } = brand;
  return (
    <OrderedPanel
      title="Locations"
      noun="location"
      rows={places}
      nameOf={({ name }) => name}
      hint="Add where buyers can visit, pick up or return."
      whyNot={whyNot}
      onMove={(row, place) => moves.run(id, { locations: withMoved(places, row, place), version })}
      remove={{
        says: 'Buyers will no longer see it.',
        run: (row) => removal.run(id, { locations: places.filter((one) => one.id !== row.id), version }),
        success: SAID.success,
      }}
      drawer={({ row, onClose }) => <LocationDrawer {...section} places={places} place={row} onClose={onClose} />}
    >
      {(row) => <span className="v-hint">{lineOf(row)}</span>}
    </OrderedPanel>
  );
}

type DrawerProps = BrandSection & { places: readonly Place[]; place: Place | null; onClose: () => void };

const NAMES = ['name', 'phone', 'lineOne', 'city', 'state', 'postalCode'] as const;

function LocationDrawer({ brand, places, place, refresh, onClose }: DrawerProps) {
  const { name = '', phone = '', lineOne = '', city = '', postalCode = '' } = place ?? {};
  const at = `locations.${placeOf(places, place?.id)}`;
  const form = useRecordForm<typeof brands, LocationValues>(brands, {
    id: brand.id,
    values: { name, phone, lineOne, city, postalCode, state: place?.state.ansiAbbrevation ?? brand.states[0] ?? '' },
    version: brand.version,
    draft: `${calls.update.path} ${brand.id}/location/${place?.id ?? 'new'}`,
    names: Object.fromEntries(NAMES.map((field) => [`${at}.${field}`, field])),
    body: (values, { version }) => ({
      locations: withEntry<ReturnType<typeof sentLocation> & { id?: number }>(
        places,
        place ? { ...sentLocation(values), id: place.id } : sentLocation(values),
      ),
      version,
    }),
    refresh,
    ...SAID,
    onSaved: onClose,
    ...(place ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={place ? `Edit ${place.name}` : 'Add a location'}
      save={place ? 'Save' : 'Add location'}
      onClose={onClose}
      fields={locationFields}
    />
  );
}
