import { DomainError } from './errors';

/** Parts of the product that an installation can switch off, each by itself. */
export const PARTS = ['chat', 'billing', 'tracking', 'wholesale', 'accounting', 'feed', 'usage'] as const;
export type Part = (typeof PARTS)[number];

const SENTENCES: Record<Part, string> = {
  chat: 'Messages are switched off on this installation. Ask your support contact if you need them.',
  billing: 'Plans aren’t sold on this installation. Ask your support contact for another plan.',
  tracking: 'The tracking system is switched off on this installation. Ask your support contact if you need it.',
  accounting: 'Accounting is switched off on this installation. Ask your support contact if you need it.',
  feed: 'Notifications are switched off on this installation. Ask your support contact if you need them.',
  usage: 'Measuring how the app is used is switched off on this installation.',
  wholesale: 'The wholesale marketplace is switched off on this installation. Ask your support contact if you need it.',
};

/** Why a call of a part that is switched off gets no answer; NOT_FOUND, as for anything the installation lacks. */
export function switchedOff(part: Part): DomainError {
  return new DomainError('NOT_FOUND', SENTENCES[part]);
}
