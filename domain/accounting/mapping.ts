import { z } from 'zod';
import { RowId } from '../contract/endpoint';
import { choices, defineFilters, text } from '../filters';
import { SUGGESTION_REASONS, type SuggestionReason } from './suggest';

/** Where the mapping of a customer or product is. */
export const MAPPING_STATES = {
  MAPPED: { label: 'Mapped' },
  INACTIVE: { label: 'Inactive there' },
  SUGGESTED: { label: 'Suggested' },
  UNMAPPED: { label: 'Not mapped' },
} as const;
export type MappingState = keyof typeof MAPPING_STATES;

const keysOf = <Value extends string>(of: Record<Value, unknown>) => z.enum(Object.keys(of) as [Value, ...Value[]]);

/** What a suggestion says: the record, how certain it is in percent, and why. */
export const SuggestionShown = z.strictObject({
  externalId: z.string(),
  name: z.string(),
  certainty: z.number().int().min(0).max(100),
  reason: keysOf<SuggestionReason>(SUGGESTION_REASONS),
});

/** A customer or product of ours with its record in the books. */
export const MappingRow = z.strictObject({
  id: RowId,
  name: z.string(),
  /** The license number of a customer, the SKU of a product. */
  mark: z.string().nullable(),
  state: keysOf<MappingState>(MAPPING_STATES),
  remote: z.strictObject({ externalId: z.string(), name: z.string(), isActive: z.boolean() }).nullable(),
  /** How many others of ours have the same record. */
  sharedWith: z.number().int().nonnegative(),
  suggestion: SuggestionShown.nullable(),
});
export type MappingRow = z.infer<typeof MappingRow>;

export const mappingFilters = defineFilters({
  searchTerm: text('Name, license or SKU'),
  states: choices(
    'Mapping',
    (Object.keys(MAPPING_STATES) as MappingState[]).map((value) => ({ value, label: MAPPING_STATES[value].label })),
    'states',
  ),
});

/** A suggestion that may be accepted with all others of its kind. */
export const CertainSuggestion = z.strictObject({ id: RowId, name: z.string(), suggestion: SuggestionShown });
export type CertainSuggestion = z.infer<typeof CertainSuggestion>;
