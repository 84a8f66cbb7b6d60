import { createHash, randomBytes } from 'node:crypto';

export const CLIENT_ID = 'verdant-web';
export const PASSWORD = 'correct horse battery staple';

/** A server to sign in at. */
export type SignInServer = {
  /** The public address, whichever process answers. */
  readonly publicUrl: string;
  /** Where this process listens. */
  readonly address: string;
};

export type Page = { readonly url: URL; readonly status: number; readonly text: string; readonly headers: Headers };

export type Browser = {
  /** Follows redirects up to the app itself. */
  visit(url: string, init?: RequestInit): Promise<Page>;
  /** Fills in and posts a page's form, like a browser. */
  submit(page: Page, fields: Record<string, string>): Promise<Page>;
  /** The cookies set by the server. */
  cookies(): Cookie[];
};

type Cookie = { readonly name: string; readonly value: string; readonly path: string };

/** A browser without scripts: cookies by path, redirects, forms. */
export function openBrowser(server: SignInServer, userAgent?: string): Browser {
  const cookies = new Map<string, Cookie>();

  function keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = ''] = pair.split('=', 1);
      const path = attributes.find((one) => one.startsWith('path='))?.slice(5) ?? '/';
      const value = pair.slice(name.length + 1);
      if (value) cookies.set(`${path} ${name}`, { name, value, path });
      else cookies.delete(`${path} ${name}`);
    }
  }

  async function visit(address: string, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address, server.publicUrl);
    const headers = new Headers(init.headers);
    const sent = [...cookies.values()].filter(({ path }) => `${url.pathname}/`.startsWith(path.replace(/\/?$/, '/')));
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    headers.set('accept', 'text/html');
    if (userAgent !== undefined) headers.set('user-agent', userAgent);
    for (const [name, value] of Object.entries(proxyHeaders(server))) headers.set(name, value);
    const response = await fetch(server.address + url.pathname + url.search, { ...init, headers, redirect: 'manual' });
    keep(response.headers);
    const location = response.headers.get('location');
    if (!location) return { url, status: response.status, text: await response.text(), headers: response.headers };
    await response.body?.cancel();
    const next = new URL(location, url);
    const leaves = next.origin !== url.origin || !next.pathname.startsWith('/oidc/');
    if (leaves) return { url: next, status: response.status, text: '', headers: response.headers };
    return visit(next.href);
  }

  return {
    visit,
    cookies: () => [...cookies.values()],
    submit(page, fields) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
      if (!action) throw new Error(`no form on ${page.url.href}: ${page.text}`);
      const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const body = new URLSearchParams([
        ...hidden.map(([, name = '', value = '']) => [name, value]),
        ...Object.entries(fields),
      ]);
      return visit(new URL(action, page.url).href, { method: 'POST', body, headers: { origin: server.publicUrl } });
    },
  };
}

/** Headers added by the proxy of a process that shares its address. */
function proxyHeaders({ address, publicUrl }: SignInServer): Record<string, string> {
  const { host, protocol } = new URL(publicUrl);
  return address === publicUrl ? {} : { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
}

export type Request = { readonly url: string; readonly verifier: string };

/** An authorization request like the app's, with PKCE. */
export function authorizationRequest(publicUrl: string, extra: Record<string, string> = {}): Request {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: `${publicUrl}/callback`,
    scope: 'openid profile email offline_access',
    state: 'anything',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { url: `${publicUrl}/oidc/auth?${query}`, verifier };
}

export type Tokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly error?: string;
};

/** Posts to the token endpoint like the app. */
export async function askForTokens(
  server: SignInServer,
  form: Record<string, string>,
): Promise<Tokens & { status: number }> {
  const response = await fetch(`${server.address}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT_ID, ...form }),
    headers: proxyHeaders(server),
  });
  return { ...((await response.json()) as Tokens), status: response.status };
}

export function tradeCode(server: SignInServer, callback: URL, verifier: string) {
  return askForTokens(server, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: `${server.publicUrl}/callback`,
    code_verifier: verifier,
  });
}

/** Signs someone in, from the first page to the tokens. Throws if that fails. */
export async function signIn(server: SignInServer, email: string, password = PASSWORD, browser = openBrowser(server)) {
  const request = authorizationRequest(server.publicUrl);
  const page = await browser.visit(request.url);
  const end = page.url.pathname === '/callback' ? page : await browser.submit(page, { email, password });
  if (end.url.pathname !== '/callback') throw new Error(`not signed in: ${end.status} ${end.text}`);
  return { browser, tokens: await tradeCode(server, end.url, request.verifier) };
}

/** A page's text, without what differs between requests. */
export function wordsOf(page: Page): string {
  return page.text
    .replaceAll(/interaction\/[\w-]+/g, 'interaction')
    .replaceAll(/[\w.+-]+@[\w.-]+/g, 'somebody')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
