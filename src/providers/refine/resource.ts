import type { BaseRecord } from '@refinedev/core';
import type { z } from 'zod';
import type { Requirement } from '../../../domain/access/ability';
import type { Endpoint } from '../../../domain/contract/endpoint';
import type { LiveTopic } from '../../../domain/live/events';
import { type CallOptions, call, callAhead, callNow } from '../call';
import type { Scope } from '../call/call-context';
import { callWithQuestions } from '../session/refusals';
import type { Asked, FiltersOf, ListRequest, QueryOf, RowOf } from './resource-types';

export type RecordId = string | number;

/** A resource's definition: the calls behind Refine's five verbs, and related settings. */
export type ResourceParts = {
  name: string;
  /** Returns `{ results, resultCount }`, or everything as an array. */
  list?: Endpoint;
  one?: Endpoint;
  create?: Endpoint;
  update?: Endpoint;
  remove?: Endpoint;
  /** Live topics that change its records: its cache is refetched after such a change here or elsewhere. */
  topics?: readonly LiveTopic[];
  /** Screens show this page's writes themselves, from their replies. */
  updatedByReplies?: true;
  /** What numbers its rows, where their `id` isn't a number: screens select and open rows by number. */
  numberedBy?: string;
  /** Which company `companyId` means in these calls. */
  company?: 'seller' | 'buyer';
};

/** A verb of a resource as the data provider runs it. */
export type ResourceCalls = {
  list: (request: ListRequest, scope: Scope | null, options?: VerbOptions) => Promise<ListReply>;
  /** What `list` would return, and when it was asked for (ms since 1970), where `callNow` has it. */
  listNow: (request: ListRequest, scope: Scope | null, asked?: Asked) => (ListReply & { at: number }) | undefined;
  one: (id: RecordId, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
  /** The same of `one`. */
  oneNow: (id: RecordId, scope: Scope | null, asked?: Asked) => { record: BaseRecord; at: number } | undefined;
  /** Asks for what `oneNow` and `one` return. */
  oneAhead: (id: RecordId, scope: Scope | null, asked?: Asked) => void;
  create: (values: object, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
  update: (id: RecordId, values: object, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
  remove: (id: RecordId, scope: Scope | null, options?: VerbOptions) => Promise<BaseRecord>;
};

export type VerbOptions = CallOptions & Asked;

type ListReply<R = BaseRecord> = { results: readonly R[]; resultCount: number };

export type Resource<P extends ResourceParts = ResourceParts> = P & {
  calls: ResourceCalls;
  /** What reading it requires, from its calls. */
  requires: Requirement;
  /** What creating, changing or deleting requires; absent if nothing does. */
  writes: Requirement | undefined;
};

/**
 * Creates a resource from its contract's calls. Organization and companies go wherever a call's schema declares them
 * (parameters, query or body), paging, sort and filters where the list declares them, a record's id into the path's
 * last parameter; earlier parameters are given as `of`, other parameters as `query`. Refine knows it from then on.
 */
export function resourceOf<const P extends ResourceParts>(parts: P): Resource<P> {
  const { name, list, one, create, update, remove, company, numberedBy } = parts;
  const first = list ?? one ?? create ?? update ?? remove;
  if (!first) throw new Error(`"${name}" has no call`);
  const inputTo = (endpoint: Endpoint, given: Given, scope: Scope | null, { of, query }: Asked = {}) => {
    const asked = { ...given, values: { ...query, ...given.values } };
    return inputOf(endpoint, asked, scopeValues(scope, company), of) as never;
  };
  const send = (endpoint: Endpoint, given: Given, scope: Scope | null, { of, query, ...options }: VerbOptions = {}) => {
    const run = endpoint === list || endpoint === one ? call : callWithQuestions;
    const { idempotencyKey, ...rest } = { ...options, resource: name };
    const input = inputTo(endpoint, given, scope, { ...(of && { of }), ...(query && { query }) });
    return run(endpoint, input, endpoint.idempotent ? { ...rest, idempotencyKey } : rest);
  };
  const asList = (reply: unknown): ListReply => {
    const given = reply as ListReply | BaseRecord[];
    const { results, resultCount } = Array.isArray(given) ? { results: given, resultCount: given.length } : given;
    return { results: numberedBy ? results.map((row) => ({ ...row, id: row[numberedBy] })) : results, resultCount };
  };
  const has = (endpoint: Endpoint | undefined, verb: string): Endpoint => {
    if (endpoint) return endpoint;
    throw new Error(`"${name}" has no "${verb}"`);
  };
  const calls: ResourceCalls = {
    async list(request, scope, options) {
      const endpoint = has(list, 'list');
      return asList(await send(endpoint, { values: listValues(endpoint, request) }, scope, options));
    },
    listNow(request, scope, asked) {
      const endpoint = has(list, 'list');
      const now = callNow(endpoint, inputTo(endpoint, { values: listValues(endpoint, request) }, scope, asked), {
        early: 'page',
      });
      return now && { ...asList(now.reply), at: now.at };
    },
    oneNow(id, scope, asked) {
      const endpoint = has(one, 'one');
      const now = callNow(endpoint, inputTo(endpoint, { id }, scope, asked));
      return now && { record: now.reply as BaseRecord, at: now.at };
    },
    oneAhead: (id, scope, asked) => {
      const endpoint = has(one, 'one');
      callAhead(endpoint, inputTo(endpoint, { id }, scope, asked));
    },
    one: async (id, scope, options) => (await send(has(one, 'one'), { id }, scope, options)) as BaseRecord,
    create: async (values, scope, options) =>
      (await send(has(create, 'create'), { values }, scope, options)) as BaseRecord,
    update: async (id, values, scope, options) =>
      (await send(has(update, 'update'), { id, values }, scope, options)) as BaseRecord,
    remove: async (id, scope, options) => (await send(has(remove, 'remove'), { id }, scope, options)) as BaseRecord,
  };
  const resource = { ...parts, calls, requires: first.requires, writes: (create ?? update ?? remove)?.requires };
  loaded.set(name, resource);
  return resource;
}

const loaded = new Map<string, Resource>();

/** The resources whose code has loaded, by name; a screen loads those it shows. */
export const loadedResources: ReadonlyMap<string, Resource> = loaded;

/** A page of a resource outside any screen; typed by its contract. */
export function readList<P extends Resource>(
  { calls }: P,
  request: Omit<ListRequest, 'filters'> & { filters?: FiltersOf<P> },
  scope: Scope | null,
  options?: CallOptions & { query?: QueryOf<P, 'list'> },
): Promise<ListReply<RowOf<P>>> {
  return calls.list(request, scope, options) as Promise<ListReply<RowOf<P>>>;
}

/** Whether a completed call that changed these topics makes the resource's cache stale. */
export function isChangedBy(
  { create, update, remove, topics = [], updatedByReplies }: ResourceParts,
  endpoint: Endpoint,
  changed: readonly string[],
): boolean {
  const meets = !updatedByReplies && topics.some((topic) => changed.includes(topic));
  return meets || [create, update, remove].includes(endpoint);
}

/** Whether the list is paged; otherwise it returns everything. */
export function isPaged({ list }: ResourceParts): boolean {
  return list !== undefined && (namesOf(list.query).has('page') || namesOf(list.body).has('page'));
}

type Values = Record<string, unknown>;
type Given = { id?: RecordId; values?: object };

function inputOf(endpoint: Endpoint, { id, values = {} }: Given, scope: Values, of: object = {}): Values {
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

/** The values a schema declares, later ones first. */
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
  const { itemsPerPage: pageSize, sortDesc } = paging;
  // As the documents' older lists call them.
  const older = { pageSize, sortDirection: sortDesc === undefined ? undefined : sortDesc ? 'desc' : 'asc' };
  const all: Values = { ...older, ...paging };
  const values: Values = names.has('filters') ? { ...all, ...besideFilters(names, filters) } : { ...filters, ...all };
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => names.has(name) && value !== undefined));
}

/** The filters, and what the list is of, such as a connection, where its call takes that beside them. */
function besideFilters(names: ReadonlySet<string>, filters: ListRequest['filters'] = {}): Values {
  const given = Object.entries(filters);
  const beside = given.filter(([name]) => names.has(name));
  return { ...Object.fromEntries(beside), filters: Object.fromEntries(given.filter(([name]) => !names.has(name))) };
}

type Definition = { type: string; shape?: Values; in?: z.ZodType; innerType?: z.ZodType; options?: z.ZodType[] };

/** The field names of an object schema, even refined, transformed or in a union. */
function namesOf(schema: z.ZodType | undefined): ReadonlySet<string> {
  if (!schema) return new Set();
  const { shape, in: before, innerType, options } = schema.def as unknown as Definition;
  if (shape) return new Set(Object.keys(shape));
  if (options) return new Set(options.flatMap((option) => [...namesOf(option)]));
  return namesOf(before ?? innerType);
}
