import { type RefObject, useState } from 'react';
import { licenseDisplayName } from '../../../../../domain/access/vocabulary';
import type { CustomerPlace, ServiceZone } from '../../../../../domain/customers/zone-contract';
import type { StateMap } from '../../../../../domain/geography/contract';
import { counted } from '../../../../../domain/text';
import { type IsInside, type MapPoint, RegionMap } from '../../../../kit/map/RegionMap';
import { Panel } from '../../../../kit/record/RecordPage';
import { useSession } from '../../../../providers/session';
import { Button } from '../../../../ui/Button';
import { Field, Select } from '../../../../ui/Field';
import type { AreaEdits } from './ZoneAreaForm';
import { markOf } from './ZonePicker';
import css from './zones.module.css';

type ZoneCanvasProps = {
  state: StateMap;
  /** The state's name. */
  name: string;
  zones: readonly ServiceZone[];
  places: readonly CustomerPlace[];
  /** The zone whose area the pointer changes. */
  edited: number | null;
  edits: RefObject<AreaEdits | null>;
};

const TOOLS = [
  { id: 'counties', label: 'Choose counties' },
  { id: 'add', label: 'Draw to add ZIP codes' },
  { id: 'remove', label: 'Draw to remove ZIP codes' },
] as const;
type Tool = (typeof TOOLS)[number]['id'];

const HINTS: Record<Tool, string> = {
  counties: 'Select a county to add or remove it.',
  add: 'Draw around the ZIP codes to add. Those of other zones are left out.',
  remove: 'Draw around the ZIP codes to remove.',
};

/** The map: zones, customers by ZIP code and the organization's own licenses. */
export function ZoneCanvas({ state, name, zones, places, edited, edits }: ZoneCanvasProps) {
  const [tool, setTool] = useState<Tool>('counties');
  const [focus, setFocus] = useState('');
  const draws = edited !== null && tool !== 'counties';
  const regions = state.counties.map((county) => {
    const zone = zones.find(({ counties }) => counties.includes(county.id));
    return { ...county, name: zone ? `${county.name}: ${zone.name}` : county.name, mark: zone ? markOf(zone) : null };
  });
  const points = [
    ...codePoints(state, zones, draws ? focus || 'all' : null),
    ...customerPoints(state, places),
    ...useLicensePoints(state),
  ];
  const customers = places.reduce((sum, { customerCount }) => sum + customerCount, 0);
  const onDraw = (isInside: IsInside) => {
    const own = zones.find(({ id }) => id === edited)?.counties ?? [];
    const taken = new Set(zones.filter(({ id }) => id !== edited).flatMap(({ postalCodes }) => postalCodes));
    const found = state.postalCodes.filter((place) => (focus === '' || place.countyId === focus) && isInside(place));
    const isFree = ({ code, countyId }: (typeof found)[number]) => !own.includes(countyId) && !taken.has(code);
    edits.current?.setPostalCodes(
      (tool === 'add' ? found.filter(isFree) : found).map(({ code }) => code),
      tool === 'add',
    );
  };
  return (
    <Panel
      title={name}
      actions={
        <Field label="Show" labelHidden>
          <Select
            value={focus}
            placeholder={`All of ${name}`}
            options={state.counties.map((county) => ({ value: county.id, label: county.name }))}
            onChange={({ target }) => setFocus(target.value)}
          />
        </Field>
      }
    >
      {edited !== null && (
        <div className={css.tools}>
          {TOOLS.map(({ id, label }) => (
            <Button key={id} aria-pressed={tool === id} onClick={() => setTool(id)}>
              {label}
            </Button>
          ))}
          <span className="v-hint">{HINTS[tool]}</span>
        </div>
      )}
      <RegionMap
        label={`Map of ${name} with ${zones.length} service zones and ${counted(customers, 'customer')}. The table below has the same.`}
        width={state.width}
        height={state.height}
        regions={regions}
        points={points}
        focus={focus || null}
        onPress={edited === null ? undefined : (id) => edits.current?.toggleCounty(id)}
        onDraw={draws ? onDraw : undefined}
      />
      <p className="v-hint">
        Circles are customers, larger where there are more. Diamonds are your licenses. Numbers and colors are zones;
        small colored dots are their ZIP codes.
      </p>
    </Panel>
  );
}

/** ZIP codes that a zone names, and while drawing all others. */
function codePoints(state: StateMap, zones: readonly ServiceZone[], shown: string | null): MapPoint[] {
  const named = new Map(zones.flatMap((zone) => zone.postalCodes.map((code) => [code, zone] as const)));
  return state.postalCodes.flatMap(({ code, countyId, x, y }) => {
    const zone = named.get(code);
    const isShown = shown === 'all' || shown === countyId;
    if (!zone && !isShown) return [];
    const point = { id: code, x, y, kind: 'code' as const, name: zone ? `${code}: ${zone.name}` : code };
    return [zone ? { ...point, size: 4, mark: markOf(zone) } : { ...point, size: 2 }];
  });
}

function customerPoints(state: StateMap, places: readonly CustomerPlace[]): MapPoint[] {
  const counts = new Map<string | null, number>();
  for (const { postalCode, customerCount } of places) {
    counts.set(postalCode, (counts.get(postalCode) ?? 0) + customerCount);
  }
  return state.postalCodes.flatMap(({ code, x, y }) => {
    const count = counts.get(code);
    if (!count) return [];
    const name = `${code}: ${counted(count, 'customer')}`;
    return [{ id: code, x, y, kind: 'dot' as const, name, size: 4 + 1.5 * Math.sqrt(count) }];
  });
}

function useLicensePoints(state: StateMap): MapPoint[] {
  const licenses = useSession().organization?.licenses ?? [];
  return licenses
    .filter((license) => license.state.ansiAbbrevation === state.usState)
    .flatMap((license) => {
      const at = state.postalCodes.find(({ code }) => code === license.address.postalCode.slice(0, 5));
      const name = `${license.name} (${licenseDisplayName(license)})`;
      return at ? [{ id: String(license.id), x: at.x, y: at.y, kind: 'pin' as const, name, size: 6 }] : [];
    });
}
