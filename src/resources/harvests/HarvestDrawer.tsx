import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { harvestLists } from '../../../domain/harvests/contract';
import {
  HARVEST_TYPES,
  type HarvestRow,
  type HarvestType,
  pathOfHarvest,
  type TrackingLocation,
  WEIGHT_UNITS,
} from '../../../domain/harvests/harvest';
import { harvestName } from '../../../domain/harvests/offered';
import { FormDrawer } from '../../kit/form/FormDrawer';
import type { FieldSpec } from '../../kit/form/fields';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { useCallQuery } from '../../providers/refine/use-call';
import { today } from '../../ui/reader-dates';
import { harvests } from './resource';

type Values = {
  name: string;
  harvestDate: string;
  strainId: number | null;
  dryingLocationId: number | null;
  defaultUnitOfMeasureAbbreviation: string;
  harvestType: HarvestType;
};

type DrawerProps = { licenseId: number; harvest: HarvestRow | null; onClose: () => void };

/** Begins a harvest of a license, or edits one; never its license or strain. */
export function HarvestDrawer({ licenseId, harvest, onClose }: DrawerProps) {
  const navigate = useNavigate();
  const strains = useCallQuery(harvestLists.strains, { query: { licenseId } }, { enabled: harvest === null });
  const locations = useCallQuery(harvestLists.locations, { query: { licenseId } });
  const form = useRecordForm(harvests, {
    id: harvest?.id,
    version: harvest?.version,
    values: valuesOf(harvest),
    body: ({ strainId, ...values }, { version }) =>
      harvest ? { ...values, version } : { ...values, strainId, licenseId },
    draft: `harvests/${licenseId}/${harvest?.id ?? 'new'}`,
    success: ({ name }) => `“${name}” saved.`,
    onSaved: (saved) => (harvest ? onClose() : navigate(pathOfHarvest(saved), { replace: true })),
  });
  const placesToDry = (locations.data ?? []).filter(({ forHarvests }) => forHarvests);
  const asksStrain: FieldSpec<Values> = {
    name: 'strainId',
    label: 'Strain',
    control: 'lookup',
    options: strains.data?.map(({ id, name }) => ({ value: id, label: name })),
    required: true,
  };
  return (
    <FormDrawer<Values>
      form={form}
      title={harvest ? `Edit ${harvest.name}` : 'Begin a harvest'}
      save={harvest ? 'Save' : 'Begin harvest'}
      onClose={onClose}
      whyNot={locations.data ? whyNowhere(locations.data) : null}
      {...(harvest && {
        intro: <p className="v-hint">{harvest.strainName}. A harvest’s strain and license stay as they are.</p>,
      })}
      fields={[
        ...(harvest ? [] : [asksStrain]),
        { name: 'harvestDate', label: 'Harvest date', control: 'date', isNative: true, required: true, half: true },
        {
          name: 'defaultUnitOfMeasureAbbreviation',
          label: 'Unit of weight',
          control: 'select',
          options: WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit })),
          required: true,
          half: true,
        },
        { name: 'name', label: 'Name', required: true, maxLength: 100, hint: 'The tracking system shows it too.' },
        {
          name: 'dryingLocationId',
          label: 'Drying location',
          control: 'select',
          options: placesToDry.map(({ id, name }) => ({ value: id, label: name })),
          placeholder: 'Choose a location',
          required: true,
        },
        {
          name: 'harvestType',
          label: 'Type',
          control: 'select',
          options: Object.entries(HARVEST_TYPES).map(([value, { label, hint }]) => ({
            value,
            label: `${label}: ${hint}`,
          })),
          required: true,
        },
      ]}
    >
      {harvest === null && <SuggestedName strains={strains.data ?? []} />}
    </FormDrawer>
  );
}

/** Why no drying location can be chosen; null when one can. */
function whyNowhere(locations: readonly TrackingLocation[]): string | null {
  if (locations.length === 0) return 'We haven’t read this license’s locations from the tracking system yet.';
  if (locations.some(({ forHarvests }) => forHarvests)) return null;
  return 'No location of this license is for harvests. Add one at the tracking system.';
}

const valuesOf = (harvest: HarvestRow | null): Values => ({
  name: harvest?.name ?? '',
  harvestDate: harvest?.harvestDate ?? today(),
  strainId: harvest?.strainId ?? null,
  dryingLocationId: harvest?.dryingLocationId ?? null,
  defaultUnitOfMeasureAbbreviation: harvest?.defaultUnitOfMeasureAbbreviation ?? 'g',
  harvestType: harvest?.harvestType ?? 'WholePlant',
});

/** Names the harvest by its strain and day, until somebody names it otherwise. */
function SuggestedName({ strains }: { strains: readonly { id: number; name: string }[] }) {
  const { setValue, getValues } = useFormContext<Values>();
  const [strainId, harvestDate] = useWatch<Values, ['strainId', 'harvestDate']>({ name: ['strainId', 'harvestDate'] });
  const strainName = strains.find(({ id }) => id === strainId)?.name ?? '';
  const suggested = useRef('');
  useEffect(() => {
    const next = /^\d{4}-\d{2}-\d{2}$/.test(harvestDate ?? '') ? harvestName(strainName, harvestDate) : '';
    if (getValues('name') === suggested.current) setValue('name', next, { shouldDirty: true });
    suggested.current = next;
  }, [strainName, harvestDate, getValues, setValue]);
  return null;
}
