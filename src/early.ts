/**
 * Runs before the app loads, for a person who was at this address before: repeats that visit's first requests, who they are
 * and the first page of the list, and draws the screen's frame. `src/providers/call/early.ts` records the requests and passes
 * the replies to the app, which may need others. Imports nothing, so it doesn't wait for anything.
 */
type Kept = { subject: string; session: Asked[]; pages: Record<string, Asked[]> };
type Asked = { key: string; path: string; init: RequestInit };
type Reply = {
  at: number;
  accessToken: string;
  answer: Promise<Response>;
  came?: { response: Response; body: string };
};

function askEarly(): string | undefined {
  // As `src/shell/useAppearance.ts` keeps it.
  const theme = localStorage.getItem('verdant.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const { accessToken } = JSON.parse(localStorage.getItem('auth.tokens') ?? '{}') as { accessToken?: string };
  const kept = JSON.parse(localStorage.getItem('verdant.early') ?? 'null') as Kept | null;
  if (!accessToken || !kept || sessionStorage.getItem('auth.temporary')) return undefined;
  const claims = (accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
  const { sub, exp = 0 } = JSON.parse(atob(claims)) as { sub?: string; exp?: number };
  if (sub !== kept.subject || exp * 1000 < Date.now() + 5000) return undefined;
  const replies = new Map<string, Reply>();
  for (const { key, path, init } of [...kept.session, ...(kept.pages[location.pathname + location.search] ?? [])]) {
    const asked = fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${accessToken}` } });
    const answer = asked.then(async (response) => {
      const body = await response.text();
      reply.came = { response, body };
      return new Response(body || null, response);
    });
    answer.catch(() => {});
    const reply: Reply = { at: performance.now(), accessToken, answer };
    replies.set(key, reply);
  }
  Object.assign(window, { verdantEarly: replies });
  return sub;
}

type Frames = { subject: string; frames: Record<string, Frame> };
type Frame = { width: number; theme: string; boxes: { css: string; text?: string; icon?: string }[] };

/** Draws the screen at this address as `src/shell/first-frame.ts` kept it, until the app draws it itself. */
function drawFrame(subject: string): void {
  const kept = JSON.parse(localStorage.getItem('verdant.frame') ?? 'null') as Frames | null;
  const frame = kept?.subject === subject ? kept.frames[location.pathname] : undefined;
  const { theme = 'system' } = document.documentElement.dataset;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  if (!frame || frame.theme !== `${theme} ${isDark}` || !matchMedia(`(width: ${frame.width}px)`).matches) return;
  const picture = document.createElement('div');
  picture.dataset.part = 'first-frame';
  picture.ariaHidden = 'true';
  picture.append(
    ...frame.boxes.map(({ css, text, icon }) => {
      const box = document.createElement('div');
      box.style.cssText = css;
      if (text) box.textContent = text;
      if (icon) box.innerHTML = icon;
      return box;
    }),
  );
  document.getElementById('root')?.append(picture);
}

try {
  const subject = askEarly();
  // The page calls it where it has something to draw in.
  if (subject !== undefined) Object.assign(window, { verdantDraw: () => drawFrame(subject) });
} catch {
  // Without it the app makes the request itself.
}
