import type { BaseRecord } from '@refinedev/core';
import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';

/** Values of a call that come from the scope, not from forms. */
export const SCOPE_NAMES = ['orgId', 'companyId', 'sellerCompanyId', 'buyerCompanyId', 'buyerLicenseId'] as const;
type ScopeName = (typeof SCOPE_NAMES)[number];

/** A page of a list as the contract takes it: zero-based, with the contract's filter names. */
export type ListRequest = {
  page?: number | undefined;
  itemsPerPage?: number | undefined;
  sortBy?: string | undefined;
  sortDesc?: boolean | undefined;
  filters?: Record<string, unknown> | undefined;
};

/** What a list's page and order are called; the last two in the documents' older lists. */
type PagingName = keyof ListRequest | 'pageSize' | 'sortDirection';

/** Parameters besides a record's id, a page or values. */
export type Asked = { of?: object | undefined; query?: object | undefined };

type EndpointOf<P, V extends string> = P extends { [K in V]: infer E extends Endpoint } ? E : never;
type Part<E, K extends 'params' | 'query' | 'body'> = CallInput<E> extends { [P in K]: infer T } ? T : unknown;
/** Each union member without the scope's values; another organization or company can still be given. */
type Unscoped<T> = T extends object ? Omit<T, ScopeName> & Partial<Pick<T, Extract<keyof T, ScopeName>>> : T;
type RecordOf<T> = T extends BaseRecord ? T : never;
type Sent<E> = Part<E, 'body'> & Part<E, 'query'>;
type Field<T, K extends string> = K extends keyof T ? T[K] : never;
/** An object without fields accepts none, where `{}` would accept any. */
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
/** A write's reply. */
export type WrittenOf<P, V extends 'create' | 'update' | 'remove'> = RecordOf<CallOutput<EndpointOf<P, V>>>;
/** The values of a write; the scope adds organization and company where the contract declares them. */
export type ValuesOf<P, V extends 'create' | 'update'> = Unscoped<Part<EndpointOf<P, V>, 'body'>>;
/** The fields a list can be sorted by. */
export type SortOf<P> = NonNullable<Field<Sent<EndpointOf<P, 'list'>>, 'sortBy'>> & string;
/** A list's filters: those under `filters`, or everything declared besides paging and scope. */
export type FiltersOf<P> =
  Sent<EndpointOf<P, 'list'>> extends infer T
    ? Strict<'filters' extends keyof T ? NonNullable<Field<T, 'filters'>> : Omit<T, ScopeName | PagingName>>
    : never;
/** Path parameters besides the record's own id, such as a payment's order. */
export type ParentsOf<P, V extends string> = Strict<Partial<Omit<Part<EndpointOf<P, V>, 'params'>, ScopeName>>>;
/** A list's parameters besides page, sort and filters: values beside `filters`, or another company. */
type ListQueryOf<T> = Partial<Pick<T, Extract<keyof T, ScopeName>>> &
  ('filters' extends keyof T ? Omit<T, ScopeName | PagingName> : unknown);
/** A verb's other parameters, as its contract declares them, including another company. */
export type QueryOf<P, V extends 'list' | 'one' | 'remove'> =
  Sent<EndpointOf<P, V>> extends infer T ? Strict<V extends 'list' ? ListQueryOf<T> : Unscoped<T>> : never;
