export { keysOf } from './chips';
export { FilterBar, type FilterBarProps } from './FilterBar';
export type * from './types';
export { readAddress, useAddressState, writeAddress } from './useAddressState';
export { type FilterErrors, filterErrors } from './validate';
