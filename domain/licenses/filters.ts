import { COMPANY_TYPES, CONNECTION_STATUSES, type CompanyType, type ConnectionStatus } from '../access/vocabulary';
import { choices, defineFilters, type FiltersOf, flag, text } from '../filters';
import { stateChoices } from '../organization/us-states';

const types = Object.entries(COMPANY_TYPES).map(([value, { label }]) => ({ value: value as CompanyType, label }));
const statuses = Object.entries(CONNECTION_STATUSES).map(([value, label]) => ({
  value: value as ConnectionStatus,
  label,
}));

/** A license expires soon from this many days before, and until it is renewed. */
export const EXPIRES_WITHIN_DAYS = 30;

/** License filters. */
export const licenseFilters = defineFilters({
  searchTerm: text('Name or number'),
  usStates: choices('State', stateChoices, 'usStates'),
  licenseTypes: choices('Type', types, 'licenseTypes'),
  connectionStatuses: choices('Status', statuses, 'connectionStatuses'),
  isPublic: flag('In the directory'),
  expiring: flag('Expires soon'),
});
export type LicenseFilters = FiltersOf<typeof licenseFilters>;
