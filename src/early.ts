/**
 * Runs before the app loads and repeats the first requests of the person's last visit to this address: who they are and
 * the first page of the list. `src/providers/call/early.ts` records them and passes the replies to the app, which may need
 * others. Imports nothing, so it doesn't wait for anything.
 */
type Kept = { subject: string; session: Asked[]; pages: Record<string, Asked[]> };
type Asked = { key: string; path: string; init: RequestInit };

function askEarly(): void {
  const { accessToken } = JSON.parse(localStorage.getItem('auth.tokens') ?? '{}') as { accessToken?: string };
  const kept = JSON.parse(localStorage.getItem('verdant.early') ?? 'null') as Kept | null;
  if (!accessToken || !kept || sessionStorage.getItem('auth.temporary')) return;
  const claims = (accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
  const { sub, exp = 0 } = JSON.parse(atob(claims)) as { sub?: string; exp?: number };
  if (sub !== kept.subject || exp * 1000 < Date.now() + 5000) return;
  const answers = new Map<string, Promise<Response>>();
  for (const { key, path, init } of [...kept.session, ...(kept.pages[location.pathname + location.search] ?? [])]) {
    const answer = fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${accessToken}` } });
    answer.catch(() => {});
    answers.set(key, answer);
  }
  Object.assign(window, { verdantEarly: { at: performance.now(), accessToken, answers } });
}

try {
  askEarly();
} catch {
  // Without it the app makes the request itself.
}
