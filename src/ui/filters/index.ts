export { FilterBar } from './FilterBar';
export type * from './types';
export { readAddress, useAddressState, writeAddress } from './useAddressState';
