import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { PaidFeatureSlugSchema } from '../../../domain/access/plans';
import { isAbort, messageOf } from '../call/call-errors';
import { type KeyedInput, keyedInputAfter, keyedInputFor } from '../call/idempotency-key';
import { listeners } from '../listeners';
import { showSnack } from '../snackbar';
import { blockedFeature, isAskedElsewhere } from './refusals';
import { onSession, sessionState } from './session-store';

const KEY = 'verdant.resume';
const LONGEST_MS = 60 * 60 * 1000;

const HeldAction = z.object({
  act: z.string(),
  label: z.string(),
  input: z.unknown(),
  path: z.string(),
  idempotencyKey: z.string(),
  /** The feature the plan lacked. */
  feature: PaidFeatureSlugSchema,
  /** Only for the person it was tried for. */
  holder: z.string(),
  heldAt: z.number(),
  /** The person chose to continue: the action's screen picks it up. */
  isReleased: z.boolean(),
});
/** An action waiting for an upgrade, with its input. */
export type HeldAction = z.infer<typeof HeldAction>;

export type ResumeOptions = { idempotencyKey: string };

const changes = listeners<void>();
let kept: { text: string | null; held: HeldAction | null } = { text: null, held: null };

/** Who acts, in which organization; null without an organization. */
function holder(): string | null {
  const state = sessionState();
  if (state.status !== 'signed-in' || !state.scope) return null;
  return [state.user.id, state.user.impersonatedBy?.id ?? '', state.scope.orgId].join('/');
}

function read(text: string | null): HeldAction | null {
  try {
    return HeldAction.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

function heldAction(): HeldAction | null {
  const text = sessionStorage.getItem(KEY);
  if (text !== kept.text) kept = { text, held: read(text) };
  const { held } = kept;
  return held && held.holder === holder() && Date.now() - held.heldAt < LONGEST_MS ? held : null;
}

function saveHeldAction(held: HeldAction | null): void {
  try {
    if (held) sessionStorage.setItem(KEY, JSON.stringify(held));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is full: the dialog then offers the upgrade without resuming.
    sessionStorage.removeItem(KEY);
  }
  changes.emit();
}

const here = () => location.pathname + location.search;

/** Takes the action out, so it can't run twice, if the person chose to continue and is on its page. */
function takeHeldAction(act: string): HeldAction | null {
  const held = heldAction();
  if (!held?.isReleased || held.act !== act || new URL(held.path, location.origin).pathname !== location.pathname) {
    return null;
  }
  saveHeldAction(null);
  return held;
}

type Run<I> = (input: I, options: ResumeOptions) => Promise<void>;
type Attempt<I> = { act: string; input: I; label: string; idempotencyKey: string };

/** Runs the action, or holds it if the plan lacks it; returns whether it ran. */
async function attempt<I>({ run, ...tried }: Attempt<I> & { run: Run<I> }): Promise<boolean> {
  const path = here();
  const by = holder();
  try {
    await run(tried.input, { idempotencyKey: tried.idempotencyKey });
    return true;
  } catch (error) {
    const feature = blockedFeature(error);
    if (!feature || by === null) throw error;
    saveHeldAction({ ...tried, path, feature, holder: by, heldAt: Date.now(), isReleased: false });
    return false;
  }
}

/**
 * Declares an action that a plan may block, and returns the function that runs it.
 *
 *     const save = useResumable('orders.save', async (input: Draft, { idempotencyKey }) => {
 *       await call(orders.saveSearch, { body: input }, { idempotencyKey });
 *       showSnack({ status: 'success', message: 'Search saved' });
 *     });
 *     await save(draft, 'save the search “Late orders”');
 *
 * `run` does everything, including success messages and closing forms: after an upgrade it is called again, perhaps on
 * a freshly loaded page, so all it needs must be in `input`, which must survive JSON. Raises like `call`. `label` is what
 * the person wants to do, following "to": “export 120 orders”.
 *
 * If the plan lacks the feature, the promise resolves with nothing done, the upgrade dialog opens, and input, path and
 * key are held for this person, organization and tab, for an hour. Once the plan includes it, the person returns to
 * `path` and the action runs once, with the same key. Other failures are raised. Call this hook in the screen, not in a
 * dialog the screen opens, so it is mounted whenever the page is open.
 */
export function useResumable<I>(act: string, run: Run<I>): (input: I, label: string) => Promise<void> {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const open = useRef<KeyedInput>(undefined);

  useEffect(() => {
    const goOn = () => {
      const held = takeHeldAction(act);
      if (held) void resume({ ...held, input: held.input as I, run: latest.current });
    };
    goOn();
    return changes.on(goOn);
  }, [act]);

  return useCallback(
    async (input, label) => {
      const intent = keyedInputFor(open.current, input);
      open.current = undefined;
      try {
        await attempt({ act, input, label, idempotencyKey: intent.key, run: latest.current });
      } catch (error) {
        open.current = keyedInputAfter(intent, error);
        throw error;
      }
    },
    [act],
  );
}

/** The page it was started on is gone: it can be retried until dismissed. */
async function resume<I>({ act, input, label, idempotencyKey, run }: Attempt<I> & { run: Run<I> }): Promise<void> {
  try {
    const isDone = await attempt({ act, input, label, idempotencyKey, run });
    if (isDone) showSnack({ status: 'success', message: `Your plan is upgraded, so we were able to ${label}.` });
  } catch (error) {
    if (isAbort(error) || isAskedElsewhere(error)) return;
    const again = () => void resume({ act, input, label, idempotencyKey, run });
    showSnack({
      status: 'error',
      message: messageOf(error, `We couldn’t ${label}.`),
      action: { label: 'Try again', run: again },
      timeoutMs: null,
    });
  }
}

function subscribe(onChange: () => void): () => void {
  const offs = [changes.on(onChange), onSession(onChange)];
  return () => {
    for (const off of offs) off();
  };
}

/** This person's action waiting for an upgrade, in this organization and tab. */
export function useHeldAction(): HeldAction | null {
  return useSyncExternalStore(subscribe, heldAction);
}

/** The person dismissed it. */
export function dropHeldAction(): void {
  saveHeldAction(null);
}

/** Continues the waiting action: returns to its page, where it runs. */
export function useGoOn(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const held = heldAction();
    if (!held) return;
    saveHeldAction({ ...held, isReleased: true });
    if (held.path !== here()) void navigate(held.path, { replace: true });
  }, [navigate]);
}
