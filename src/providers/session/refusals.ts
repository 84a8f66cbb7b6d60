import { z } from 'zod';
import { create } from 'zustand';
import { explain } from '../../../domain/access/ability';
import { cheapestPlanFor, type PaidFeatureSlug, PaidFeatureSlugSchema } from '../../../domain/access/plans';
import type { CallInput, CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { ERROR_CODES } from '../../../domain/errors';
import { type CallOptions, call } from '../call';
import { CallError } from '../call/call-errors';
import { callNews } from '../call/call-news';
import { listeners } from '../listeners';
import { onSession, sessionState } from './session-store';

/** What a refusal needs from the person besides reading it. */
export type Question =
  | { kind: 'upgrade'; message: string; feature: PaidFeatureSlug | null }
  | { kind: 'write-access'; message: string }
  | { kind: 'tracking-key'; message: string; state: string };

const useAsked = create<{ question: Question | null }>(() => ({ question: null }));

const PlanReason = z.object({ reason: z.object({ kind: z.literal('plan'), slug: PaidFeatureSlugSchema }) });

/** The paid feature missing from the organization's plan, if that is why a call was refused. */
export function blockedFeature(error: unknown): PaidFeatureSlug | null {
  if (!(error instanceof CallError) || error.internalCode !== ERROR_CODES.UPGRADE_REQUIRED) return null;
  return PlanReason.safeParse(error.body.errorObject).data?.reason.slug ?? null;
}

function questionOf(error: CallError): Question | null {
  const { body } = error;
  const message = body.userFriendlyMessage;
  const state = body.errorObject?.ansiAbbrevation;
  switch (body.internalCode) {
    case ERROR_CODES.UPGRADE_REQUIRED:
      return {
        kind: 'upgrade',
        message,
        feature: blockedFeature(error),
      };
    case ERROR_CODES.WRITE_ACCESS_REQUIRED:
      return {
        kind: 'write-access',
        message,
      };
    case ERROR_CODES.TRACKING_KEY_REQUIRED:
      return typeof state === 'string' ? { kind: 'tracking-key', message, state } : null;
    default:
      return null;
  }
}

/** How a dialog ended: true when what was missing is there now. */
const ends = listeners<boolean>();

function ask(next: Question | null, isSupplied = false): void {
  if (useAsked.getState().question) ends.emit(isSupplied);
  useAsked.setState({ question: next });
}

callNews.refused.on(({ error, asksNothing }) => {
  const next = asksNothing ? null : questionOf(error);
  if (next) ask(next);
});

/** Opens the upgrade dialog before sending anything, when the plan is known to be insufficient. */
export function askForPlan(slug: PaidFeatureSlug): void {
  const message = explain({ kind: 'plan', slug, cheapestPlan: cheapestPlanFor(slug) });
  ask({ kind: 'upgrade', message, feature: slug });
}

// Dialogs for one person aren't shown to the next.
onSession(() => {
  if (useAsked.getState().question && sessionState().status === 'signed-out') ask(null);
});

/** The dialog to show now, with its cancel and done callbacks. */
export function useQuestion(): { question: Question | null; close: () => void; supply: () => void } {
  return {
    question: useAsked(({ question }) => question),
    close: () => ask(null),
    supply: () => ask(null, true),
  };
}

/** Waits for the dialog that asks for what a call lacked; false at once for failures it can't fix. */
function supplied(error: unknown): Promise<boolean> {
  if (!(error instanceof CallError) || questionOf(error)?.kind !== 'tracking-key') return Promise.resolve(false);
  return new Promise((done) => {
    const off = ends.on((isSupplied) => {
      off();
      done(isSupplied);
    });
  });
}

/** Calls the platform, and again once the person has supplied what was missing. Raises like `call`. */
export async function callWithQuestions<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallOutput<E>> {
  for (;;) {
    try {
      return await call(endpoint, input, options);
    } catch (error) {
      if (!(await supplied(error))) throw error;
    }
  }
}

/** Whether a dialog already covers this failure; takes the error or its message. */
export function isAskedElsewhere(failure: unknown): boolean {
  if (failure instanceof CallError) return questionOf(failure) !== null;
  return typeof failure === 'string' && failure === useAsked.getState().question?.message;
}
