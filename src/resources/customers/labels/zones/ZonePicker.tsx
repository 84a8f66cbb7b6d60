import { Link } from 'react-router';
import { describeArea } from '../../../../../domain/customers/zone-area';
import type { ServiceZone } from '../../../../../domain/customers/zone-contract';
import { counted } from '../../../../../domain/text';
import { Swatch } from '../../../../kit/map/Swatch';
import { Panel } from '../../../../kit/record/RecordPage';
import { EmptyState } from '../../../../ui/states';
import css from './zones.module.css';

type ZonePickerProps = {
  zones: readonly ServiceZone[];
  chosen: number | null;
  whyNot: string | null;
  listPath: string;
  onChoose: (id: number | null) => void;
};

/** A zone's mark on the map: its number in route order. */
export const markOf = ({ position }: Pick<ServiceZone, 'position'>) => ({
  tone: position,
  label: String(position + 1),
});

/** The zones in route order, the key to the map; choosing one opens its area. */
export function ZonePicker({ zones, chosen, whyNot, listPath, onChoose }: ZonePickerProps) {
  const add = (
    <Link className="v-button" to={`${listPath}?new`}>
      Add zone
    </Link>
  );
  return (
    <Panel title="Zones" actions={whyNot === null && zones.length > 0 && add}>
      {zones.length === 0 && (
        <EmptyState
          title="No zones yet"
          hint="Add the areas you deliver to, then place them on the map."
          action={whyNot === null && add}
        />
      )}
      <ul className={css.zones} aria-label="Zones">
        {zones.map((zone) => (
          <li key={zone.id}>
            <button
              type="button"
              aria-pressed={zone.id === chosen}
              aria-label={`Change the area of ${zone.name}`}
              disabled={whyNot !== null}
              onClick={() => onChoose(zone.id === chosen ? null : zone.id)}
            >
              <Swatch {...markOf(zone)} />
              <span>
                {zone.name}
                <span className="v-hint">{describeArea(zone)}</span>
              </span>
              <span className="v-hint">{counted(zone.customerCount, 'customer')}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen === null && zones.length > 0 && (
        <p className="v-hint">{whyNot ?? 'Choose a zone to change its counties and ZIP codes.'}</p>
      )}
    </Panel>
  );
}
