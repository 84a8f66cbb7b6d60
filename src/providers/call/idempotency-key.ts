import { isUnknown } from './call-errors';

/** One user intent: values to send under one idempotency key. */
export type KeyedInput = { values: string; key: string };

/** The intent to send these values under: the open one if the values match, else a new one. */
export function keyedInputFor(open: KeyedInput | undefined, values: unknown): KeyedInput {
  const text = JSON.stringify(values ?? null);
  return open?.values === text ? open : { values: text, key: crypto.randomUUID() };
}

/** Whether an intent stays open after this error: yes while its result is unknown. */
export function keyedInputAfter(intent: KeyedInput, error: unknown): KeyedInput | undefined {
  return isUnknown(error) ? intent : undefined;
}
