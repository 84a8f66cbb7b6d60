import { z } from 'zod';

const KEPT = 6;

const Recent = z.object({
  id: z.string(),
  /** Only of records: what is always there is found by its id. */
  record: z
    .object({ orgId: z.number(), manifest: z.string(), path: z.string(), label: z.string(), hint: z.string() })
    .nullable(),
});
/** Something chosen before. */
export type Recent = z.infer<typeof Recent>;

const keyOf = (userId: string) => `verdant.palette.${userId}`;

/** What a person chose last in this browser, the latest first. */
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
