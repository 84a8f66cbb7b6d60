import { z } from 'zod';
import { signedIn } from '../access/ability';
import { get } from '../contract/endpoint';
import { US_STATES } from '../organization/us-states';

const [first, ...others] = US_STATES.map(({ ansiAbbrevation }) => ansiAbbrevation);
export const UsState = z.enum([first ?? '', ...others]);

/** A county or its equivalent; `id` is its five-digit federal number. */
export const County = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Its outline on the map, as an SVG path. */
  outline: z.string(),
  /** Its middle. */
  x: z.number(),
  y: z.number(),
});
export type County = z.infer<typeof County>;

/** A ZIP code at its center on the map; `countyId` is the county the center is in. */
export const PostalPlace = z.strictObject({ code: z.string(), countyId: z.string(), x: z.number(), y: z.number() });
export type PostalPlace = z.infer<typeof PostalPlace>;

/** A state drawn on a plane of this width and height: its counties and ZIP codes, in order. */
export const StateMap = z.strictObject({
  usState: z.string(),
  width: z.number(),
  height: z.number(),
  counties: z.array(County),
  postalCodes: z.array(PostalPlace),
});
export type StateMap = z.infer<typeof StateMap>;

export const geography = {
  stateMap: get('/us-states/:state/map', {
    summary: 'A state’s counties and ZIP codes, drawn',
    params: z.object({ state: UsState }),
    returns: StateMap,
    requires: signedIn,
    byKey: true,
  }),
};
