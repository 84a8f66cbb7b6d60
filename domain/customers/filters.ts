import { dates, defineFilters, dollars, type FiltersOf, flag, ids, text } from '../filters';

/** Customer filters. */
export const customerFilters = defineFilters({
  searchTerm: text('Name'),
  customerStatusIds: ids('Status', 'customerStatuses'),
  serviceZoneIds: ids('Service zones', 'serviceZones'),
  managerIds: ids('Managers', 'managers'),
  delinquent: flag('Delinquent'),
  onHold: flag('On hold'),
  creditLimit: dollars('Credit limit'),
  hasLicense: flag('Has a license'),
  created: dates('Created', { past: true }),
  licenseIds: ids('Licenses'),
  customerIds: ids('Customers'),
});
export type CustomerFilters = FiltersOf<typeof customerFilters>;
