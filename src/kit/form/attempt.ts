import type { CallResult } from '../../providers/use-call';

/** What came of something that raises when it fails, in the shape forms and questions take. */
export async function attempt<T>(act: () => Promise<T>): Promise<CallResult<T>> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    return { ok: false, error };
  }
}
