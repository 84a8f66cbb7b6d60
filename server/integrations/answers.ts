/** Longer texts of a third party are cut before anybody reads them. */
const MOST_SAID = 200;

/** A third party does not accept the key it was sent. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
}

/** What a third party says about a refusal, as a plain sentence of bounded length. */
export async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const detail = body !== null && typeof body === 'object' && 'detail' in body ? String(body.detail) : '';
  return detail.replace(/\s+/g, ' ').trim().slice(0, MOST_SAID) || `It answered ${response.status}.`;
}
