import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Fault } from '../faults';

/** What a list of the tracking system is asked with. */
export type Query = {
  licenseNumber?: string;
  pageNumber?: string;
  pageSize?: string;
  lastModifiedStart?: string;
  lastModifiedEnd?: string;
};

export const MOST_PER_PAGE = 20;
export const MOST_WRITTEN = 10;

/** Which records a page has. */
export function placeOf({ pageNumber = '1', pageSize = `${MOST_PER_PAGE}` }: Query) {
  const size = Math.min(Math.max(1, Number(pageSize) || MOST_PER_PAGE), MOST_PER_PAGE);
  const page = Math.max(1, Number(pageNumber) || 1);
  return { size, page, from: (page - 1) * size };
}

/** How late a list says what changed, while it is late. */
const LATE_MS = 120_000;

/** Until when a list says what changed; to the end if it isn't late. */
export const listedUntil = (on: ReadonlySet<Fault>): Date | null =>
  on.has('late') ? new Date(Date.now() - LATE_MS) : null;

/** The order of a list's records, and where a page of it begins, as the faults say. */
export const orderOf = (on: ReadonlySet<Fault>, id: AnyPgColumn) => (on.has('shuffled') ? sql`random()` : sql`${id}`);
export const beginningOf = (on: ReadonlySet<Fault>, from: number) => (on.has('twice') ? Math.max(0, from - 3) : from);

/** A page in the tracking system's envelope. */
export function envelope(Data: readonly unknown[], total: number, query: Query) {
  const { size, page } = placeOf(query);
  return {
    Data,
    Total: total,
    TotalRecords: total,
    PageSize: size,
    RecordsOnPage: Data.length,
    Page: page,
    CurrentPage: page,
    TotalPages: Math.max(1, Math.ceil(total / size)),
  };
}

/** A page of records that are all at hand. */
export function pageOf(all: readonly unknown[], query: Query) {
  const { size, from } = placeOf(query);
  return envelope(all.slice(from, from + size), all.length, query);
}
