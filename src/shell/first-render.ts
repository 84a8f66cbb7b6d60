import type { createBrowserRouter } from 'react-router';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/** How long the page stays as it is for the sake of a first render that shows everything, in milliseconds: empty, or drawn. */
const LONGEST_EMPTY_MS = 300;
const LONGEST_DRAWN_MS = 3000;

/**
 * Renders once what the first screen shows is here, so that it is drawn in one go: the replies asked for before the app
 * ran (null where none were), the session and the screen's code. What takes longer is shown loading.
 */
export function firstRender(
  { replies, session, router }: { replies: Promise<unknown> | null; session: Promise<void>; router: Router },
  render: () => void,
): void {
  const isDrawn = document.querySelector('[data-part="first-frame"]') !== null;
  const late = setTimeout(begin, isDrawn ? LONGEST_DRAWN_MS : LONGEST_EMPTY_MS);
  let hasBegun = false;
  function begin(): void {
    if (hasBegun) return;
    hasBegun = true;
    clearTimeout(late);
    render();
  }
  if (replies === null) begin();
  else void Promise.all([replies, session, loaded(router)]).then(begin, begin);
}

function loaded(router: Router): Promise<void> {
  return new Promise((done) => {
    if (router.state.initialized) return done();
    const off = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      off();
      done();
    });
  });
}
