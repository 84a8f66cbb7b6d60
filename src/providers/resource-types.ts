import type { BaseRecord } from '@refinedev/core';
import type { CallInput, CallOutput, Endpoint } from '../../domain/contract/endpoint';

/** Values of a call that the scope supplies: no form asks for them. */
export const SCOPE_NAMES = ['orgId', 'companyId', 'sellerCompanyId', 'buyerCompanyId', 'buyerLicenseId'] as const;
type ScopeName = (typeof SCOPE_NAMES)[number];

/** A page of a list as the contract takes it: zero-based, with filters by the names the contract gives them. */
export type ListRequest = {
  page?: number | undefined;
  itemsPerPage?: number | undefined;
  sortBy?: string | undefined;
  sortDesc?: boolean | undefined;
  filters?: Record<string, unknown> | undefined;
};

/** What is asked besides a record's id, a page or values. */
export type Asked = { of?: object | undefined; query?: object | undefined };

type EndpointOf<P, V extends string> = P extends { [K in V]: infer E extends Endpoint } ? E : never;
type Part<E, K extends 'params' | 'query' | 'body'> = CallInput<E> extends { [P in K]: infer T } ? T : unknown;
/** Every member of a union without what the scope supplies; naming another organization or company stays possible. */
type Unscoped<T> = T extends object ? Omit<T, ScopeName> & Partial<Pick<T, Extract<keyof T, ScopeName>>> : T;
type RecordOf<T> = T extends BaseRecord ? T : never;
type Sent<E> = Part<E, 'body'> & Part<E, 'query'>;
type Field<T, K extends string> = K extends keyof T ? T[K] : never;
/** An object without fields takes none, where `{}` would take any. */
type Strict<T> = keyof T extends never ? Record<string, never> : T;

/** A row of the resource's list. */
export type RowOf<P> = RecordOf<
  CallOutput<EndpointOf<P, 'list'>> extends infer T
    ? T extends readonly (infer R)[]
      ? R
      : T extends { results: readonly (infer R)[] }
        ? R
        : never
    : never
>;
/** One record, read by its id. */
export type OneOf<P> = RecordOf<CallOutput<EndpointOf<P, 'one'>>>;
/** What a write answers. */
export type WrittenOf<P, V extends 'create' | 'update' | 'remove'> = RecordOf<CallOutput<EndpointOf<P, V>>>;
/** The values a write takes; the scope adds organization and company where the contract declares them. */
export type ValuesOf<P, V extends 'create' | 'update'> = Unscoped<Part<EndpointOf<P, V>, 'body'>>;
/** The fields a list can be sorted by. */
export type SortOf<P> = NonNullable<Field<Sent<EndpointOf<P, 'list'>>, 'sortBy'>> & string;
/** The filters a list takes: those under `filters`, or whatever it declares besides paging and scope. */
export type FiltersOf<P> =
  Sent<EndpointOf<P, 'list'>> extends infer T
    ? Strict<'filters' extends keyof T ? NonNullable<Field<T, 'filters'>> : Omit<T, ScopeName | keyof ListRequest>>
    : never;
/** Parameters of a verb's path besides the record's own id, such as the order a payment belongs to. */
export type ParentsOf<P, V extends string> = Strict<Partial<Omit<Part<EndpointOf<P, V>, 'params'>, ScopeName>>>;
/** What else a list asks besides page, order and filters: values beside `filters`, and another company than the one entered. */
type ListQueryOf<T> = Partial<Pick<T, Extract<keyof T, ScopeName>>> &
  ('filters' extends keyof T ? Omit<T, ScopeName | keyof ListRequest> : unknown);
/** What else a verb asks, as its contract declares it; another company than the one entered among it. */
export type QueryOf<P, V extends 'list' | 'one' | 'remove'> =
  Sent<EndpointOf<P, V>> extends infer T ? Strict<V extends 'list' ? ListQueryOf<T> : Unscoped<T>> : never;
