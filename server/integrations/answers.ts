/** Longer texts from a third party are truncated. */
const MOST_SAID = 200;

/** A third party refused the key; the message, if any, says to people why. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
}

/** A third party knows the key, which has no right to what was asked. */
export class RightLacking extends KeyRefused {
  override name = 'RightLacking';
}

/** A third party's reason for a refusal, as a plain sentence of limited length. */
export async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const detail = body !== null && typeof body === 'object' && 'detail' in body ? String(body.detail) : '';
  return detail.replace(/\s+/g, ' ').trim().slice(0, MOST_SAID) || `It answered ${response.status}.`;
}
