import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { contract } from '../../../domain/calls';
import type { SignInAnswer, SignInProvider } from '../../../domain/session/sign-in';
import type { TestApp } from '../app';
import type { TestIssuer } from './outside-issuer';

type More = Pick<SignInAnswer, 'linkCode' | 'returnTo'> & { parameters?: Record<string, string> };

/** Signs somebody in at an outside issuer as the app and a browser do; returns what the platform says in the end. */
export async function signInOutside(app: TestApp, issuer: TestIssuer, id: string, more: More = {}) {
  const { parameters, ...rest } = more;
  const first = await returnFrom(app, issuer, id, parameters);
  const caller = app.withToken(null);
  const answer = await caller.call(contract.session.signIn, { body: { ...first, ...rest } });
  if (!answer.ok || answer.body.status !== 'CONSENT') return answer;
  const second = await returnFrom(app, issuer, id, { ...parameters, prompt: 'consent' });
  return caller.call(contract.session.signIn, { body: { ...second, ...rest, isConsented: true } });
}

/** The same for a sign-in that must succeed; returns its tokens and what the person is told. */
export async function signedInOutside(app: TestApp, issuer: TestIssuer, id: string, more: More = {}) {
  const answer = await signInOutside(app, issuer, id, more);
  if (!answer.ok || answer.body.status !== 'SIGNED_IN')
    throw new Error(`not signed in: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Goes through the issuer's pages; returns what the browser brings back. */
export async function returnFrom(
  app: TestApp,
  issuer: TestIssuer,
  id: string,
  parameters: Record<string, string> = {},
) {
  issuer.next = id;
  const provider = await app.withToken(null).expectOk(contract.session.provider, {});
  const codeVerifier = randomBytes(32).toString('base64url');
  const nonce = randomUUID();
  const redirectUri = `${app.url}/callback`;
  const url = requestTo(provider, {
    redirect_uri: redirectUri,
    nonce,
    state: 'anything',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const back = await walk(url, redirectUri, { login: id, password: 'any' });
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(`the issuer refuses: ${back.search}`);
  return { code, codeVerifier, redirectUri, nonce };
}

function requestTo(provider: SignInProvider, own: Record<string, string>): string {
  const query = new URLSearchParams({
    client_id: provider.clientId,
    response_type: 'code',
    scope: provider.scope,
    ...provider.parameters,
    ...own,
  });
  return `${provider.authorizationEndpoint}?${query}`;
}

/** Follows redirects and submits each form on the way, up to the app. */
async function walk(from: string, until: string, fields: Record<string, string>): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(from);
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step += 1) {
    if (url.href.startsWith(until)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    form = null;
    if (location) {
      url = new URL(location, url);
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1];
    if (!action) throw new Error(`no form at ${url.href}: ${response.status} ${text}`);
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    form = new URLSearchParams([
      ...hidden.map(([, name = '', value = '']) => [name, value]),
      ...Object.entries(fields),
    ]);
    url = new URL(action, url);
  }
  throw new Error('the issuer’s pages lead nowhere');
}
