import type { BaseRecord } from '@refinedev/core';
import type { z } from 'zod';
import type { Requirement } from '../../domain/access/ability';
import type { CallInput, CallOutput, Endpoint } from '../../domain/contract/endpoint';
import type { LiveTopic } from '../../domain/live/events';
import { type CallOptions, call } from './call';
import type { Scope } from './call-context';
import { callWithQuestions } from './refusals';

export type RecordId = string | number;

/** What a resource is made of: the calls behind Refine's five verbs, and what else there is to know of it. */
export type ResourceParts = {
  name: string;
  /** Answers `{ results, resultCount }`, or everything as a bare array. */
  list?: Endpoint;
  one?: Endpoint;
  create?: Endpoint;
  update?: Endpoint;
  remove?: Endpoint;
  /** Other calls that change its records: once one of them is done, what is kept of the resource is read again. */
  changedBy?: readonly Endpoint[];
  /** Live topics that change its records. */
  topics?: readonly LiveTopic[];
  /** Whose company a `companyId` of these calls is. */
  company?: 'seller' | 'buyer';
};

/** A page of a list as the contract takes it: zero-based, with filters by the names the contract gives them. */
export type ListRequest = {
  page?: number | undefined;
  itemsPerPage?: number | undefined;
  sortBy?: string | undefined;
  sortDesc?: boolean | undefined;
  filters?: Record<string, unknown> | undefined;
};

/** Parameters besides the record's own id, such as the order a payment belongs to. */
export type Of = Readonly<Record<string, RecordId>>;

/** A verb of a resource as the data provider runs it. */
export type ResourceCalls = {
  list: (request: ListRequest, scope: Scope | null, options?: VerbOptions) => Promise<ListReply>;
  one: (id: RecordId, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
  create: (values: object, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
  update: (id: RecordId, values: object, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
  remove: (id: RecordId, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
};

export type VerbOptions = CallOptions & { of?: Of | undefined };

type ListReply<R = BaseRecord> = { results: readonly R[]; resultCount: number };

export type Resource<P extends ResourceParts = ResourceParts> = P & {
  calls: ResourceCalls;
  /** What reading it takes, as its calls say. */
  requires: Requirement;
  /** What creating, changing or deleting takes; absent where nothing is. */
  writes: Requirement | undefined;
};

/** Values of a call that the scope supplies: no form asks for them. */
export const SCOPE_NAMES = ['orgId', 'companyId', 'sellerCompanyId', 'buyerCompanyId', 'buyerLicenseId'] as const;
type ScopeName = (typeof SCOPE_NAMES)[number];

type EndpointOf<P, V extends string> = P extends { [K in V]: infer E extends Endpoint } ? E : never;
type Part<E, K extends 'params' | 'query' | 'body'> = CallInput<E> extends { [P in K]: infer T } ? T : unknown;
/** Every member of a union without what the scope supplies; naming another organization or company stays possible. */
type Unscoped<T> = T extends object ? Omit<T, ScopeName> & Partial<Pick<T, Extract<keyof T, ScopeName>>> : T;
type RecordOf<T> = T extends BaseRecord ? T : never;
type Sent<E> = Part<E, 'body'> & Part<E, 'query'>;
type Field<T, K extends string> = K extends keyof T ? T[K] : never;

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
/** The filters a list takes: those under `filters`, or whatever it declares besides paging and scope. */
export type FiltersOf<P> =
  Sent<EndpointOf<P, 'list'>> extends infer T
    ? T extends { filters?: infer F }
      ? NonNullable<F>
      : Omit<T, ScopeName | keyof ListRequest>
    : never;
/** The fields a list can be sorted by. */
export type SortOf<P> = NonNullable<Field<Sent<EndpointOf<P, 'list'>>, 'sortBy'>> & string;

/**
 * A resource of the app out of its contract's calls. Organization and companies go where a call's schema declares them
 * (parameters, query or body), paging, sorting and filters where the list declares them, a record's id into the last
 * parameter of the path; parameters before it are given as `of`.
 */
export function resourceOf<const P extends ResourceParts>(parts: P): Resource<P> {
  const { name, list, one, create, update, remove, company } = parts;
  const first = list ?? one ?? create ?? update ?? remove;
  if (!first) throw new Error(`"${name}" has no call`);
  const send = (endpoint: Endpoint, given: Given, scope: Scope | null, { of, ...options }: VerbOptions = {}) => {
    const run = endpoint === list || endpoint === one ? call : callWithQuestions;
    const { idempotencyKey, ...rest } = options;
    return run(
      endpoint,
      inputOf(endpoint, given, scopeValues(scope, company), of) as never,
      endpoint.idempotent ? options : rest,
    );
  };
  const has = (endpoint: Endpoint | undefined, verb: string): Endpoint => {
    if (endpoint) return endpoint;
    throw new Error(`"${name}" has no "${verb}"`);
  };
  const calls: ResourceCalls = {
    async list(request, scope, options) {
      const endpoint = has(list, 'list');
      const reply = (await send(endpoint, { values: listValues(endpoint, request) }, scope, options)) as
        | ListReply
        | BaseRecord[];
      return Array.isArray(reply) ? { results: reply, resultCount: reply.length } : (reply as ListReply);
    },
    one: async (id, scope, options) => (await send(has(one, 'one'), { id }, scope, options)) as BaseRecord,
    create: async (values, scope, options) =>
      (await send(has(create, 'create'), { values }, scope, options)) as BaseRecord,
    update: async (id, values, scope, options) =>
      (await send(has(update, 'update'), { id, values }, scope, options)) as BaseRecord,
    remove: async (id, scope, options) => (await send(has(remove, 'remove'), { id }, scope, options)) as BaseRecord,
  };
  return { ...parts, calls, requires: first.requires, writes: (create ?? update ?? remove)?.requires };
}

/** A page of a resource, outside of any screen; typed as its contract is. */
export function readList<P extends Resource>(
  { calls }: P,
  request: ListRequest & { filters?: FiltersOf<P> },
  scope: Scope | null,
  options?: VerbOptions,
): Promise<ListReply<RowOf<P>>> {
  return calls.list(request, scope, options) as Promise<ListReply<RowOf<P>>>;
}

/** Whether a call, once done, leaves what is kept of the resource outdated. */
export function isChangedBy({ create, update, remove, changedBy = [] }: ResourceParts, endpoint: Endpoint): boolean {
  return [create, update, remove, ...changedBy].includes(endpoint);
}

/** Whether the list is read page by page; one that is not answers everything at once. */
export function isPaged({ list }: ResourceParts): boolean {
  return list !== undefined && (namesOf(list.query).has('page') || namesOf(list.body).has('page'));
}

type Values = Record<string, unknown>;
type Given = { id?: RecordId; values?: object };

function inputOf(endpoint: Endpoint, { id, values = {} }: Given, scope: Values, of: Of = {}): Values {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const ofPath = { ...of, ...(id !== undefined && { [names.at(-1) ?? 'id']: id }) };
  const input: Values = {};
  if (endpoint.params) input.params = declared(endpoint.params, scope, ofPath);
  const inQuery = endpoint.query && declared(endpoint.query, scope, endpoint.body ? {} : { ...values });
  if (inQuery) input.query = inQuery;
  if (endpoint.body) input.body = { ...declared(endpoint.body, scope), ...values };
  const open = names.find((name) => (input.params as Values | undefined)?.[name] === undefined);
  if (open) throw new Error(`${endpoint.method} ${endpoint.path} is asked without ${open}`);
  return input;
}

/** Of some values those a schema declares, the later ones before the earlier. */
function declared(schema: z.ZodType, ...values: Values[]): Values {
  const names = namesOf(schema);
  return Object.fromEntries(values.flatMap(Object.entries).filter(([name, value]) => names.has(name) && value != null));
}

function scopeValues(scope: Scope | null, company: ResourceParts['company']): Values {
  if (!scope) return {};
  return { ...scope, companyId: company && (company === 'seller' ? scope.sellerCompanyId : scope.buyerCompanyId) };
}

function listValues(endpoint: Endpoint, { filters, ...paging }: ListRequest): Values {
  const names = namesOf(endpoint.body ?? endpoint.query);
  const values: Values = names.has('filters') ? { ...paging, filters: filters ?? {} } : { ...filters, ...paging };
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => names.has(name) && value !== undefined));
}

type Definition = { type: string; shape?: Values; in?: z.ZodType; innerType?: z.ZodType; options?: z.ZodType[] };

/** The names of an object schema's fields, also where it is refined, transformed or one of several. */
function namesOf(schema: z.ZodType | undefined): ReadonlySet<string> {
  if (!schema) return new Set();
  const { shape, in: before, innerType, options } = schema.def as unknown as Definition;
  if (shape) return new Set(Object.keys(shape));
  if (options) return new Set(options.flatMap((option) => [...namesOf(option)]));
  return namesOf(before ?? innerType);
}
