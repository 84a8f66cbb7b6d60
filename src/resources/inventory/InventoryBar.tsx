import { useEffect } from 'react';
import { defineFilters, ids } from '../../../domain/filters';
import { counted } from '../../../domain/text';
import { Field, Select } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { lazyDialog } from '../../ui/lazy';
import { useAnchored } from '../../ui/Menu';
import { EmptyState } from '../../ui/states';
import css from './InventoryBar.module.css';
import type { InventoryChanging, InventoryPlace } from './useInventoryContext';

const FilterPanel = lazyDialog(async () => (await import('../../ui/filters/FilterPanel')).FilterPanel);

const choices = defineFilters({ licenseIds: ids('Licenses', 'licenses'), brandIds: ids('Brands', 'brands') });
const NO_ERRORS = {};

type InventoryBarProps = {
  place: InventoryPlace;
  changing: Pick<InventoryChanging, 'change' | 'setChoosing'>;
  /** For what is a whole state's: licenses and brands are not asked for. */
  onlyState?: boolean;
};

/** Of which state, licenses and brands a list of the inventory is; what there is only one of is not asked for. */
export function InventoryBar({ place, changing, onlyState = false }: InventoryBarProps) {
  const { usState, states, licenses, brands } = place;
  const asksLicense = !onlyState && licenses.length > 1;
  const asksBrand = !onlyState && brands.length > 1;
  if (states.length < 2 && !asksLicense && !asksBrand) {
    return <span className="v-hint">In {usState}, from the tracking system</span>;
  }
  return (
    <fieldset className={css.bar}>
      <legend className="v-hidden">Inventory of</legend>
      {states.length > 1 ? (
        <Field label="State" labelHidden>
          <Select
            options={states.map((state) => ({ value: state, label: state }))}
            value={usState}
            onChange={({ target }) => changing.change({ usState: target.value, licenseIds: [], brandIds: [] })}
          />
        </Field>
      ) : (
        <span className="v-hint">In {usState}</span>
      )}
      {asksLicense && <Narrowed name="licenseIds" place={place} changing={changing} />}
      {asksBrand && <Narrowed name="brandIds" place={place} changing={changing} />}
    </fieldset>
  );
}

type NarrowedProps = InventoryBarProps & { name: 'licenseIds' | 'brandIds' };

/** The licenses or the brands that were chosen, and the way to choose others. */
function Narrowed({ name, place, changing: { change, setChoosing } }: NarrowedProps) {
  const { anchor, close, buttonProps } = useAnchored();
  const { usState, licenses, brands, licenseIds, brandIds } = place;
  const isOpen = anchor !== null;
  useEffect(() => {
    if (!isOpen) return;
    setChoosing(true);
    return () => setChoosing(false);
  }, [isOpen, setChoosing]);
  const values = { licenseIds, brandIds };
  const noun = name === 'licenseIds' ? 'license' : 'brand';
  const chosen = place[name];
  const only =
    name === 'licenseIds'
      ? licenses.find(({ id }) => id === chosen[0])?.licenseNumber
      : brands.find(({ id }) => id === chosen[0])?.name;
  return (
    <>
      <button
        type="button"
        className={`v-button ${css.choice}`}
        data-narrowed={chosen.length > 0 || undefined}
        aria-haspopup="dialog"
        onPointerEnter={FilterPanel.prefetch}
        onFocus={FilterPanel.prefetch}
        {...buttonProps}
      >
        {chosen.length === 1 && only !== undefined ? (
          <span className={css.name}>
            <span className="v-hidden">Only {noun} </span>
            {only}
          </span>
        ) : (
          <span className={css.name}>{chosen.length === 0 ? `All ${noun}s` : counted(chosen.length, noun)}</span>
        )}
        <Icon name="chevronDown" size={14} />
      </button>
      {anchor && (
        <FilterPanel.Part
          anchor={anchor}
          filters={choices}
          fields={choices.fields.filter(({ id }) => id === name)}
          isAll={false}
          facets={{
            licenses: licenses.map(({ id, licenseNumber, name: of }) => ({
              id,
              displayName: `${licenseNumber} ${of}`,
            })),
            brands,
          }}
          values={values}
          draft={values}
          onDraft={() => {}}
          errors={NO_ERRORS}
          onApply={(values) => {
            const next = choices.salvage(values).filters;
            anchor.focus({ preventScroll: true });
            close();
            change({ usState, licenseIds: next.licenseIds ?? [], brandIds: next.brandIds ?? [] });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** What stands in place of an inventory that is of no state yet. */
export const NoInventory = () => (
  <EmptyState
    icon="layers"
    title="No license yet"
    hint="The inventory is shown by state, which comes from your licenses. Add one first."
  />
);
