import type { CsvColumn } from '../csv';
import { shortMoment } from '../dates';
import { type HarvestPlant, SENT_STATES, WEIGHT_ORIGINS } from './harvest';

/** The columns of a harvest’s csv: a plant a line, with where its weight comes from. */
export const HARVEST_COLUMNS: readonly CsvColumn<HarvestPlant>[] = [
  { header: 'Tag', text: ({ label }) => label },
  { header: 'Weight', text: ({ weight }) => weight ?? '' },
  { header: 'Unit', text: ({ weight, unitOfMeasureAbbreviation: unit }) => (weight === null ? '' : unit) },
  { header: 'Weight from', text: ({ origin }) => (origin === null ? '' : WEIGHT_ORIGINS[origin].label) },
  { header: 'Weighed by', text: ({ weighedBy }) => weighedBy ?? '' },
  {
    header: 'Weighed',
    isInstant: true,
    text: ({ weighed }, timeZone) => (weighed === null ? '' : shortMoment(weighed, timeZone)),
  },
  { header: 'Scale', text: ({ device }) => device },
  { header: 'Tracking system', text: ({ state }) => SENT_STATES[state].label },
  { header: 'Problem', text: ({ problem }) => problem ?? '' },
];
