import { z } from 'zod';

const KEPT = 6;

const Recent = z.object({
  id: z.string(),
  /** Only for records: other entries are found by id. */
  record: z
    .object({ orgId: z.number(), manifest: z.string(), path: z.string(), label: z.string(), hint: z.string() })
    .nullable(),
});
/** A recent choice. */
export type Recent = z.infer<typeof Recent>;

const keyOf = (userId: string) => `verdant.palette.${userId}`;

/** A person's recent choices in this browser, newest first. */
export function readRecent(userId: string): Recent[] {
  try {
    return z.array(Recent).parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function saveRecent(userId: string, chosen: Recent): void {
  const others = readRecent(userId).filter(({ id }) => id !== chosen.id);
  localStorage.setItem(keyOf(userId), JSON.stringify([chosen, ...others].slice(0, KEPT)));
}
