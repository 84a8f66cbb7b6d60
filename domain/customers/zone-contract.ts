import { z } from 'zod';
import { read, write } from '../access/ability';
import { CompanyScope, get, IdParams, put, RowId, search, Version } from '../contract/endpoint';

const FiveDigits = /^\d{5}$/;

/** Where a service zone is: whole counties, by federal number, and single ZIP codes. */
export const ZoneArea = z.object({
  counties: z.array(z.string().regex(FiveDigits, 'Choose counties from the list')).max(400, 'At most 400 counties'),
  postalCodes: z
    .array(z.string().regex(FiveDigits, 'Enter ZIP codes of 5 digits, such as 94612'))
    .max(3000, 'At most 3,000 ZIP codes'),
});
export type ZoneArea = z.infer<typeof ZoneArea>;

const Count = z.number().int().nonnegative();
const Named = z.strictObject({ id: RowId, name: z.string() });

/** A service zone with its area, in route order. */
export const ServiceZone = z.strictObject({
  id: RowId,
  name: z.string(),
  position: Count,
  customerCount: Count,
  counties: z.array(z.string()),
  postalCodes: z.array(z.string()),
  version: Version,
});
export type ServiceZone = z.infer<typeof ServiceZone>;

/** Customers of one ZIP code and zone; without a ZIP code their address has none. */
export const CustomerPlace = z.strictObject({
  postalCode: z.string().nullable(),
  serviceZoneId: RowId.nullable(),
  customerCount: Count,
});
export type CustomerPlace = z.infer<typeof CustomerPlace>;

export const ServiceZoneMap = z.strictObject({
  /** The company's state. */
  usState: z.string(),
  zones: z.array(ServiceZone),
  places: z.array(CustomerPlace),
});
export type ServiceZoneMap = z.infer<typeof ServiceZoneMap>;

/** How many names a preview lists. */
export const MOST_PREVIEWED = 100;

/** What saving an area would change. */
export const AreaPreview = z.strictObject({
  moveCount: Count,
  /** Moves by where from and where to. */
  groups: z.array(z.strictObject({ from: Named.nullable(), to: Named.nullable(), customerCount: Count })),
  /** The first `MOST_PREVIEWED` by name. */
  moves: z.array(z.strictObject({ id: RowId, name: z.string(), from: Named.nullable(), to: Named.nullable() })),
  /** Customers in the area who stay in another zone, because people chose it. */
  keptByHand: Count,
});
export type AreaPreview = z.infer<typeof AreaPreview>;

export const serviceZoneMap = {
  get: get('/customer-service-zones/map', {
    summary: 'A company’s service zones with their areas, and its customers by ZIP code',
    query: CompanyScope,
    returns: ServiceZoneMap,
    requires: read('CUSTOMERS'),
  }),
  previewArea: search('/customer-service-zones/:id/area/preview', {
    summary: 'Which customers a service zone’s new area would move',
    params: IdParams,
    body: ZoneArea,
    returns: AreaPreview,
    requires: read('CUSTOMERS'),
  }),
  updateArea: put('/customer-service-zones/:id/area', {
    summary: 'Change a service zone’s area; its customers move by their addresses, but those moved by hand',
    params: IdParams,
    body: ZoneArea.extend({ version: Version }),
    returns: z.strictObject({ zone: ServiceZone, moveCount: Count }),
    requires: write('CUSTOMERS'),
    audit: 'customer-service-zone',
  }),
};
