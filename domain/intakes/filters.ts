import { defineFilters, flag, text } from '../filters';

/** Filters of intakes. */
export const intakeFilters = defineFilters({
  searchTerm: text('Manifest or sender'),
  inNetwork: flag('In network', { yes: 'In network', no: 'Out of network' }),
});
