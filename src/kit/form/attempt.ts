import type { CallResult } from '../../providers/refine/use-call';

/** Wraps something that raises into the result forms and dialogs take. */
export async function attempt<T>(act: () => Promise<T>): Promise<CallResult<T>> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    return { ok: false, error };
  }
}
