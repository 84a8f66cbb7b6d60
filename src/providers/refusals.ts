import { z } from 'zod';
import { create } from 'zustand';
import { explain } from '../../domain/access/ability';
import { cheapestPlanFor, type PaidFeatureSlug, PaidFeatureSlugSchema } from '../../domain/access/plans';
import type { CallInput, CallOutput, Endpoint } from '../../domain/contract/endpoint';
import { ERROR_CODES } from '../../domain/errors';
import { type CallOptions, call } from './call';
import { CallError } from './call-errors';
import { callNews } from './call-news';
import { listeners } from './listeners';
import { onSession, sessionState } from './session-store';

/** What a refusal asks of the person beyond reading it. */
export type Question =
  | { kind: 'upgrade'; message: string; feature: PaidFeatureSlug | null }
  | { kind: 'write-access'; message: string }
  | { kind: 'tracking-key'; message: string; state: string };

const useAsked = create<{ question: Question | null }>(() => ({ question: null }));

const PlanReason = z.object({ reason: z.object({ kind: z.literal('plan'), slug: PaidFeatureSlugSchema }) });

/** The paid feature an organization's plan is short of, where a call was refused for that. */
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

/** How a question ended: true when what was lacking is there now. */
const ends = listeners<boolean>();

function ask(next: Question | null, isSupplied = false): void {
  if (useAsked.getState().question) ends.emit(isSupplied);
  useAsked.setState({ question: next });
}

callNews.refused.on(({ error }) => {
  const next = questionOf(error);
  if (next) ask(next);
});

/** Puts the question of the upgrade before anything is asked or sent, where it is known that the plan falls short. */
export function askForPlan(slug: PaidFeatureSlug): void {
  const message = explain({ kind: 'plan', slug, cheapestPlan: cheapestPlanFor(slug) });
  ask({ kind: 'upgrade', message, feature: slug });
}

// What was asked of one person is not asked of the next.
onSession(() => {
  if (useAsked.getState().question && sessionState().status === 'signed-out') ask(null);
});

/** The question a dialog of the shell puts now, how it is put aside, and how it is answered. */
export function useQuestion(): { question: Question | null; close: () => void; supply: () => void } {
  return {
    question: useAsked(({ question }) => question),
    close: () => ask(null),
    supply: () => ask(null, true),
  };
}

/** Waits for the dialog that asks for what a call lacked; false at once for a failure that nobody can make good there. */
function supplied(error: unknown): Promise<boolean> {
  if (!(error instanceof CallError) || questionOf(error)?.kind !== 'tracking-key') return Promise.resolve(false);
  return new Promise((done) => {
    const off = ends.on((isSupplied) => {
      off();
      done(isSupplied);
    });
  });
}

/** Calls the platform, and again by itself once the person has supplied what it lacked. Raises as `call` does. */
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

/** Whether a dialog speaks of this failure already; takes the error, or the sentence it was shown with. */
export function isAskedElsewhere(failure: unknown): boolean {
  if (failure instanceof CallError) return questionOf(failure) !== null;
  return typeof failure === 'string' && failure === useAsked.getState().question?.message;
}
