import { z } from 'zod';

/** Longer reasons are cut. */
const MOST_SAID = 200;
const MOST_NAMED = 3;

/** Answers below 500 that say nothing of what was sent: of the key, of the moment. */
const NO_REFUSALS: readonly number[] = [401, 403, 408, 425, 429];

const Said = z.union([
  z.string(),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ Message: z.string() }).transform(({ Message }) => Message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ title: z.string() }).transform(({ title }) => title),
]);
const Reasons = z.union([z.array(Said), Said.transform((one) => [one])]);

/** What an answer means that has nothing else to say. */
const BY_STATUS: Record<number, string> = {
  404: 'It isn’t there.',
  409: 'It conflicts with something there.',
  413: 'It was too large.',
};

/** Whether an answer refuses what was sent for good, so that sending it again is of no use. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !NO_REFUSALS.includes(status);

/** Why the tracking system refused a write, as one line of plain text, from whatever it answered with. */
export function refusalOf(status: number, body: string): string {
  const said = plain(reasonsOf(body).slice(0, MOST_NAMED).join(' '));
  return said.slice(0, MOST_SAID) || BY_STATUS[status] || `It gave no reason (it answered ${status}).`;
}

const ByRow = z.array(z.object({ row: z.number().int().nonnegative().default(0), message: z.string().trim().min(1) }));

/** The same by the place of each record; what names none is said of all of them. */
export function refusalsByRow(status: number, body: string, rows: number): { row: number; message: string }[] {
  const said = ByRow.safeParse(jsonOf(body)).data?.filter(({ row }) => row < rows) ?? [];
  if (said.length > 0) return said.map(({ row, message }) => ({ row, message: plain(message).slice(0, MOST_SAID) }));
  const message = refusalOf(status, body);
  return Array.from({ length: rows }, (_, row) => ({ row, message }));
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function reasonsOf(body: string): string[] {
  const said = jsonOf(body);
  if (said !== undefined) return Reasons.catch([]).parse(said);
  return [isPage(body) ? (headingOf(body) ?? '') : body];
}

const isPage = (body: string) => /<(!doctype|html|head|body|h1|title)\b/i.test(body);

/** The first heading or else the title of a page that an intermediary answered with. */
const headingOf = (page: string) =>
  (/<h1[^>]*>([\s\S]*?)<\/h1>/i.exec(page) ?? /<title[^>]*>([\s\S]*?)<\/title>/i.exec(page))?.[1];

const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
