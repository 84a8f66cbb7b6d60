export { FilterBar } from './FilterBar';
export type * from './types';
export { useAddressState } from './useAddressState';
