import { z } from 'zod';
import type { OutsideService } from '../../http-client';
import { KeyRefused, RightLacking } from '../answers';
import { type Page, readWindow } from './read-window';
import { isRefusal } from './refusals';

/** Most records a page of the tracking system has, and most it takes in one write. */
export const PAGE_SIZE = 20;
export const MOST_WRITTEN = 10;
/** More pages than this are an endless list. */
const MOST_PAGES = 500;

/** A license at the tracking system of its state, and the key to it; whether a person waits for the answer. */
export type LicenseAccess = { usState: string; licenseNumber: string; userKey: string; isPerson?: true };

/** Whose turn a call takes: a license's jobs share one line, and each person has one of their own. */
export const lineOf = ({ licenseNumber, userKey, isPerson }: Omit<LicenseAccess, 'usState'>) =>
  isPerson ? { tenant: `person ${userKey}` } : { tenant: `license ${licenseNumber}`, isBackground: true };

/** The state's system, its address, the headers a key signs in with, and its limits. */
export type Reach = (at: Pick<LicenseAccess, 'usState' | 'userKey'> & { licenseNumber?: string }) => {
  system: OutsideService;
  base: string;
  headers: Record<string, string>;
  pace: () => Promise<void>;
  rest?: (ms: number) => Promise<void>;
};

type Request = {
  what: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  method?: 'POST' | 'PUT' | 'DELETE';
  /** What is asked for belongs to a record, which may not be there anymore. */
  isOfRecord?: true;
  /** What isn’t in the list is held not to be there. */
  mustBeWhole?: true;
};

/** The tracking system tells nothing of a record, as when it isn't there anymore. */
export class NotTold extends Error {
  override name = 'NotTold';
}

const Envelope = z.object({
  Data: z.array(z.unknown()),
  TotalPages: z.number().int(),
  TotalRecords: z.number().int().nullish(),
  Total: z.number().int().nullish(),
});
/** Some short lists come bare, without pages. */
const Listed = z.union([
  Envelope,
  z.array(z.unknown()).transform((Data) => ({ Data, TotalPages: 1, TotalRecords: Data.length, Total: null })),
]);

export type TrackingCalls = ReturnType<typeof trackingCalls>;

/** Calls for one license; each raises KeyRefused (RightLacking of a key without the right) and UNAVAILABLE, and waits for its turn. */
export function trackingCalls(reach: Reach) {
  async function send(at: LicenseAccess, { what, path, query = {}, body, method = 'POST' }: Request) {
    const { system, base, headers, pace, rest } = reach(at);
    const search = new URLSearchParams({ licenseNumber: at.licenseNumber, ...query });
    const init =
      body === undefined
        ? { headers, ...(method === 'DELETE' && { method }) }
        : {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await system.fetch(
      { what, ...lineOf(at), pace, ...(rest && { rest }) },
      `${base}${path}?${search}`,
      init,
    );
    if (response.status === 401 || response.status === 403) {
      await response.body?.cancel();
      throw response.status === 403 ? new RightLacking() : new KeyRefused();
    }
    return { system, response };
  }

  /** One page of a list, counted from 1. Raises NotTold for what belongs to a record that it refuses to tell of. */
  async function readPage(at: LicenseAccess, page: number, request: Request): Promise<Page> {
    const query = { ...request.query, pageNumber: String(page), pageSize: String(PAGE_SIZE) };
    const { system, response } = await send(at, { ...request, query });
    if (request.isOfRecord && isRefusal(response.status)) {
      await response.body?.cancel();
      throw new NotTold();
    }
    if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
    const { Data, TotalPages, TotalRecords, Total } = await system.read(response, Listed);
    return { records: Data, pages: TotalPages, total: TotalRecords ?? Total ?? null };
  }

  /**
   * Every record of a short list once, which must all be as expected. UNAVAILABLE for one that `mustBeWhole` and counts more
   * records than it lists.
   */
  async function readAll<S extends z.ZodType>(at: LicenseAccess, record: S, request: Request): Promise<z.output<S>[]> {
    const { system } = reach(at);
    const first = await readPage(at, 1, request);
    if (first.pages > MOST_PAGES) throw system.unavailable(`a list of ${first.pages} pages`);
    const { records, isComplete } = await readWindow(first, (page) => readPage(at, page, request));
    if (request.mustBeWhole && !isComplete) throw system.unavailable('a list counts more than it lists');
    const read = z.array(record).safeParse(records);
    if (!read.success) throw system.unavailable(read.error);
    return read.data;
  }

  return { send, readPage, readAll };
}
