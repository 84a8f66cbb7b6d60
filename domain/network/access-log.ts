import { z } from 'zod';
import { Instant, RowId } from '../contract/endpoint';
import { choices, defineFilters, ids } from '../filters';
import { READ_KINDS, type ReadKind } from './share';

/** Readings of one person within so many seconds are one: a list that is read again since something changed. */
export const ONE_READING_SECONDS = 10;

export const READ_KIND_LABELS: Record<ReadKind, string> = { LIST: 'List', PACKAGE: 'One package', FILE: 'File' };

export const LOG_SIDES = { OF_OURS: 'Our packages', BY_US: 'By us' } as const;
export type LogSide = keyof typeof LOG_SIDES;
export const LOG_SIDE_IDS = Object.keys(LOG_SIDES) as [LogSide, ...LogSide[]];

const Named = z.strictObject({ id: RowId, name: z.string() });

/** Who read packages of another organization in an hour, how often and how many; both sides see the same. */
export const SharedRead = z.strictObject({
  id: RowId,
  side: z.enum(LOG_SIDE_IDS),
  person: z.string(),
  /** Whose person it is. */
  reader: Named,
  /** Whose packages were read. */
  holder: Named,
  brand: Named,
  kind: z.enum(READ_KINDS),
  /** The hour’s beginning, and when it was read last. */
  hour: Instant,
  last: Instant,
  times: z.number().int().positive(),
  /** The most packages one reading showed. */
  packages: z.number().int().nonnegative(),
});
export type SharedRead = z.infer<typeof SharedRead>;

export const LOG_SORTS = ['last', 'packages'] as const;

export const accessLogFilters = defineFilters({
  brandId: ids('Brands'),
  sides: choices(
    'Whose packages',
    LOG_SIDE_IDS.map((value) => ({ value, label: LOG_SIDES[value] })),
  ),
  kinds: choices(
    'What',
    READ_KINDS.map((value) => ({ value, label: READ_KIND_LABELS[value] })),
  ),
});
