import type { ZoneArea } from '../../../domain/customers/zone-contract';

const area = (counties: readonly string[], postalCodes: readonly string[] = []): ZoneArea => ({
  counties: [...counties],
  postalCodes: [...postalCodes],
});

const BAY_AREA = ['06001', '06013', '06041', '06055', '06075', '06081', '06085', '06087', '06095'];

/** Areas of the demo's service zones by state and name: counties by federal number, and ZIP codes. */
export const ZONE_AREAS: Readonly<Record<string, ZoneArea>> = {
  'CA North Coast': area(['06015', '06023', '06033', '06045', '06097', '06105']),
  'CA Bay Area': area(BAY_AREA),
  'CA Central Valley': area(['06019', '06029', '06031', '06039', '06047', '06067', '06077', '06099', '06107', '06113']),
  'CA Los Angeles': area(['06037', '06111']),
  'CA San Diego': area(['06025', '06073'], ['92262', '92264']),
  'CA South Bay': area([], ['90731', '90732', '90744', '90802', '90803', '90804', '90805']),
  'CA Inland Empire': area(['06065', '06071']),
  'CA Orange County': area(['06059']),
  'CO Denver Metro': area(['08001', '08005', '08031', '08059']),
  'CO Front Range': area(['08013', '08041', '08069', '08101']),
  'CO Mountain': area(['08015', '08037', '08097', '08117']),
  'CO Western Slope': area(['08067', '08077', '08085']),
  'OR Willamette Valley': area(['41003', '41039', '41043', '41047']),
  'OR Portland': area(['41005', '41051', '41067']),
  'OR Coast': area(['41007', '41041', '41057']),
  'OR Southern Oregon': area(['41019', '41029', '41033']),
  'MI Saginaw Bay': area(['26017', '26049', '26111', '26145']),
  'MI Detroit Metro': area(['26099', '26125', '26161', '26163']),
  'MI Grand Rapids': area(['26065', '26077', '26081', '26139']),
  'MI Up North': area(['26047', '26055', '26103']),
};

/** The counties of the ZIP codes the demo's customers are in. */
export const COUNTY_OF: ReadonlyMap<string, string> = new Map([
  ['94607', '06001'],
  ['94612', '06001'],
  ['90813', '06037'],
  ['95814', '06067'],
  ['93721', '06019'],
  ['95501', '06023'],
  ['95521', '06023'],
  ['90013', '06037'],
  ['90802', '06037'],
  ['92101', '06073'],
  ['92262', '06065'],
  ['95113', '06085'],
  ['95062', '06087'],
  ['92701', '06059'],
  ['93001', '06111'],
  ['80202', '08031'],
  ['80012', '08005'],
  ['81003', '08101'],
  ['81301', '08067'],
  ['81501', '08077'],
  ['80302', '08013'],
  ['80524', '08069'],
  ['81201', '08015'],
  ['97205', '41051'],
  ['97202', '41051'],
  ['97401', '41039'],
  ['97301', '41047'],
  ['97501', '41029'],
  ['97103', '41007'],
  ['97703', '41017'],
  ['48226', '26163'],
  ['49503', '26081'],
  ['48933', '26065'],
  ['49684', '26055'],
  ['49007', '26077'],
  ['48104', '26161'],
  ['49855', '26103'],
]);
