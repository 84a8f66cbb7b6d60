import { choices, dates, defineFilters, flag, ids, text } from '../../filters';
import { DIFFERENCE_CAUSES, DIFFERENCE_KINDS, type DifferenceCause, type DifferenceKind } from './difference';

const labelled = <Value extends string>(of: Record<Value, { label: string }>) =>
  (Object.keys(of) as Value[]).map((value) => ({ value, label: of[value].label }));

/** Filters of differences with the tracking system. Without `settled`, only open ones are found. */
export const differenceFilters = defineFilters({
  searchTerm: text('Tag or item'),
  kinds: choices('Kind', labelled<DifferenceKind>(DIFFERENCE_KINDS), 'kinds'),
  causes: choices('Probable cause', labelled<DifferenceCause>(DIFFERENCE_CAUSES), 'causes'),
  licenseIds: ids('License', 'licenses'),
  found: dates('Found', { past: true }),
  askedOfMe: flag('Asked of you'),
  settled: flag('Settled'),
});
