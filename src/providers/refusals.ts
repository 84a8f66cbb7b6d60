import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { type PaidFeatureSlug, PaidFeatureSlugSchema } from '../../domain/access/plans';
import { ERROR_CODES } from '../../domain/errors';
import { callNews } from './call';
import { CallError } from './call-errors';
import { listeners } from './listeners';

/** What a refusal asks of the person beyond reading it. */
export type Question =
  | { kind: 'upgrade'; message: string; feature: PaidFeatureSlug | null }
  | { kind: 'write-access'; message: string }
  | { kind: 'tracking-key'; message: string; state: string };

let question: Question | null = null;
const changes = listeners<void>();

const PlanReason = z.object({ reason: z.object({ kind: z.literal('plan'), slug: PaidFeatureSlugSchema }) });

/** The paid feature an organisation's plan is short of, where a call was refused for that. */
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
        message: message || 'Please upgrade your plan to complete that action',
        feature: blockedFeature(error),
      };
    case ERROR_CODES.WRITE_ACCESS_REQUIRED:
      return {
        kind: 'write-access',
        message: message || 'Please enable wholesale marketplace write access to complete that action',
      };
    case ERROR_CODES.TRACKING_KEY_REQUIRED:
      return typeof state === 'string' ? { kind: 'tracking-key', message, state } : null;
    default:
      return null;
  }
}

function ask(next: Question | null): void {
  question = next;
  changes.emit();
}

callNews.refused.on(({ error }) => {
  const next = questionOf(error);
  if (next) ask(next);
});

/** The question a dialog of the shell puts now. */
export function useQuestion(): [Question | null, () => void] {
  return [useSyncExternalStore(changes.on, () => question), () => ask(null)];
}

/** Whether a dialog speaks of this failure already; takes the error, or the sentence it was shown with. */
export function isAskedElsewhere(failure: unknown): boolean {
  if (failure instanceof CallError) return questionOf(failure) !== null;
  return typeof failure === 'string' && failure === question?.message;
}
