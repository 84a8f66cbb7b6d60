import { discover, TokenError } from './tokens';

/** An external issuer's claims about a token's person. Raises TokenError `invalid` when it refuses the token. */
export async function fetchUserInfo(issuer: string, token: string): Promise<unknown> {
  const { userinfo_endpoint } = await discover(issuer);
  const response = await fetch(userinfo_endpoint, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 401 || response.status === 403) throw new TokenError('invalid', await response.text());
  if (!response.ok) throw new Error(`the issuer's userinfo endpoint answered ${response.status}`);
  return response.json();
}
