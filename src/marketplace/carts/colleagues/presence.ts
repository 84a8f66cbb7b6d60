import { useEffect } from 'react';
import { create } from 'zustand';
import { type CartViewer, cartsTogether, PRESENCE_EVERY_MS } from '../../../../domain/carts/presence-contract';
import { call } from '../../../providers/call';
import { CallError } from '../../../providers/call/call-errors';
import { TAB_ID } from '../../../providers/call/call-request';
import { onTopic } from '../../../providers/live';
import type { Buyer } from '../carts';

/** A line is told once somebody stays at it for this long, and news is gathered as long. */
const GATHER_MS = 150;

/** Colleagues who have carts of the page open. */
const usePresence = create<{ visitors: readonly CartViewer[] }>(() => ({ visitors: [] }));

/** Those in any of the page's carts, by name. */
export const useColleagues = (): readonly CartViewer[] => usePresence(({ visitors }) => visitors);

/** The names of those changing a line, as text; empty without any. */
export const useColleaguesAtLine = (lineId: number): string =>
  usePresence(({ visitors }) =>
    visitors
      .filter((visitor) => visitor.lineId === lineId)
      .map(({ name }) => name)
      .join(' and '),
  );

type OwnVisit = { tell: () => void; turnTo: (lineId: number | null) => void; end: () => void };

let here: OwnVisit | null = null;

/** The line the person is changing, for colleagues; null for none. */
export function turnToLine(lineId: number | null): void {
  here?.turnTo(lineId);
}

/** While carts are on screen, says so to colleagues and learns who else has them open. */
export function useReportPresence(buyer: Buyer, cartIds: string): void {
  const isHere = cartIds !== '';
  useEffect(() => {
    if (!isHere) return;
    const visit = startVisit(buyer);
    here = visit;
    return () => {
      visit.end();
      here = null;
    };
  }, [buyer, isHere]);
  // A colleague's new cart is another reason to say so, not another visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another buyer or cart is what asks for it
  useEffect(() => here?.tell(), [buyer, cartIds]);
}

function startVisit(buyer: Buyer): OwnVisit {
  // A name of its own, so that the end of one visit never ends the next.
  let page: string = crypto.randomUUID();
  let [lineId, isOver, soon]: [number | null, boolean, ReturnType<typeof setTimeout> | undefined] = [
    null,
    false,
    undefined,
  ];
  let turn = Promise.resolve();
  const say = (isLeaving = false) =>
    call(cartsTogether.visit, { body: { ...buyer, page, lineId, isLeaving } }, { quiet: true, outlives: isLeaving });
  const tell = () => {
    turn = turn.then(async () => {
      if (isOver || document.hidden) return;
      const told = lineId;
      const withoutLine = (error: unknown) => {
        if (told === null || !(error instanceof CallError) || error.status !== 404) throw error;
        // The line is gone.
        if (lineId === told) lineId = null;
        return say();
      };
      // Without an answer nobody is known to be here.
      show(
        await say()
          .catch(withoutLine)
          .catch(() => []),
      );
    });
  };
  const tellSoon = () => {
    clearTimeout(soon);
    soon = setTimeout(tell, GATHER_MS);
  };
  const leave = () => {
    void say(true).catch(() => {});
    // What comes after it, as when the person comes back to the page, is another visit.
    page = crypto.randomUUID();
  };
  const offs = [
    onTopic('cart-visits', (event) => {
      if (event === null || event.by !== TAB_ID) tellSoon();
    }),
    heard(document, 'visibilitychange', tell),
    heard(window, 'pagehide', leave),
    heard(window, 'pageshow', tell),
  ];
  const beat = setInterval(tell, PRESENCE_EVERY_MS);
  return {
    tell,
    turnTo(next) {
      if (next === lineId) return;
      lineId = next;
      tellSoon();
    },
    end() {
      isOver = true;
      clearInterval(beat);
      clearTimeout(soon);
      for (const off of offs) off();
      show([]);
      turn = turn.then(leave);
    },
  };
}

function heard(on: EventTarget, event: string, listener: () => void): () => void {
  on.addEventListener(event, listener);
  return () => on.removeEventListener(event, listener);
}

/** Nothing is drawn again for the same people. */
function show(visitors: readonly CartViewer[]): void {
  if (JSON.stringify(usePresence.getState().visitors) !== JSON.stringify(visitors)) usePresence.setState({ visitors });
}
