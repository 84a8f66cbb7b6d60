import type { z } from 'zod';

/**
 * Records of the tracking system as rows, the latest of each id, in the order of their ids, in which everybody writes
 * them. Records that aren't as expected are left out.
 */
export function parseRecords<S extends z.ZodType<{ Id: number }>, Row extends { trackingId: number }>(
  records: readonly unknown[],
  schema: S,
  toRow: (data: z.output<S>) => Row,
): Row[] {
  const rows = new Map<number, Row>();
  for (const record of records) {
    const { data } = schema.safeParse(record);
    if (data !== undefined) rows.set(data.Id, toRow(data));
  }
  return [...rows.values()].sort((a, b) => a.trackingId - b.trackingId);
}
