import { isUnknown } from './call-errors';

/** What a person wants done once: these values, under this idempotency key. */
export type Intent = { values: string; key: string };

/** The intent to send these values under: the one still open where it has the same values, else a new one. */
export function intentFor(open: Intent | undefined, values: unknown): Intent {
  const text = JSON.stringify(values ?? null);
  return open?.values === text ? open : { values: text, key: crypto.randomUUID() };
}

/** What stays open of an intent after this error: all of it while nobody knows whether it was carried out. */
export function intentAfter(intent: Intent, error: unknown): Intent | undefined {
  return isUnknown(error) ? intent : undefined;
}
