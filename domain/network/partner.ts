import { shortDate } from '../dates';
import { DomainError } from '../errors';
import { ASK_AGAIN_DAYS, REQUEST_DAYS } from './request';

/** What an organization and the owner of a brand are to each other. */
export const PARTNER_STATES = ['REQUESTED', 'ACCEPTED', 'REFUSED', 'RESCINDED', 'EXPIRED', 'ENDED'] as const;
export type PartnerState = (typeof PARTNER_STATES)[number];

/** The two sides of it: the organization that has the brand, and the one that works with it. */
export const PARTNER_SIDES = ['OWNER', 'PARTNER'] as const;
export type PartnerSide = (typeof PARTNER_SIDES)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a request made now lapses. */
export const lapseOf = (now: Date): Date => new Date(now.getTime() + REQUEST_DAYS * DAY_MS);

type Consent = {
  status: PartnerState;
  ownerOrgId: number;
  expiresAt: Date | null;
  answeredAt: Date | null;
  endsAt: Date | null;
};

/** What became of it by now: a request lapses, an agreement ends on its day, or with the brand going to another owner. */
export function partnerStateAt(
  { status, ownerOrgId, expiresAt, endsAt }: Consent,
  { brandOrgId, now }: { brandOrgId: number | null; now: Date },
): PartnerState {
  const isOver = (at: Date | null) => at !== null && at.getTime() <= now.getTime();
  if (status === 'REQUESTED' && isOver(expiresAt)) return 'EXPIRED';
  if (status === 'REQUESTED' && brandOrgId !== ownerOrgId) return 'EXPIRED';
  if (status === 'ACCEPTED' && (isOver(endsAt) || brandOrgId !== ownerOrgId)) return 'ENDED';
  return status;
}

/** When it may be asked again after it was refused or lapsed; null if it may at any time. */
export function askAgainAt({ status, answeredAt, expiresAt }: Consent): Date | null {
  const from = status === 'REFUSED' ? answeredAt : status === 'EXPIRED' ? expiresAt : null;
  return from && new Date(from.getTime() + ASK_AGAIN_DAYS * DAY_MS);
}

/** What either side may do while it is in a state. */
export type PartnerAct = 'accept' | 'refuse' | 'rescind' | 'change' | 'end';
const ACTS: Record<PartnerSide, Partial<Record<PartnerState, readonly PartnerAct[]>>> = {
  OWNER: { REQUESTED: ['accept', 'refuse'], ACCEPTED: ['change', 'end'] },
  PARTNER: { REQUESTED: ['rescind'], ACCEPTED: ['end'] },
};
export const partnerActs = (side: PartnerSide, status: PartnerState): readonly PartnerAct[] => ACTS[side][status] ?? [];

/** What a request or agreement is once one side has taken it back, by what it was. */
export const TAKEN_BACK: Record<PartnerSide, Partial<Record<PartnerState, PartnerState>>> = {
  OWNER: { REQUESTED: 'REFUSED', ACCEPTED: 'ENDED' },
  PARTNER: { REQUESTED: 'RESCINDED', ACCEPTED: 'ENDED' },
};

type Named = { brandName: string; partnerName: string; ownerName: string };

/** What there is to know of one that can't be answered, changed or taken back anymore. */
export function overSaid(status: PartnerState, { brandName, partnerName }: Named): string {
  switch (status) {
    case 'REFUSED':
      return `The request for ${brandName} was refused already.`;
    case 'RESCINDED':
      return `${partnerName} withdrew the request for ${brandName}.`;
    case 'EXPIRED':
      return `The request for ${brandName} expired. ${partnerName} can ask again, or you can add them as a partner.`;
    case 'ENDED':
      return `The partnership for ${brandName} has ended already.`;
    case 'ACCEPTED':
      return `The request for ${brandName} was accepted already.`;
    case 'REQUESTED':
      return `${partnerName} asked to work with ${brandName}. Accept or refuse the request first.`;
  }
}

type Asking = Named & { last: Consent | undefined; timeZone: string; now: Date };

/** CONFLICT while one is open or agreed, and for some weeks after it was refused or lapsed. */
export function assertMayAsk({ last, brandName, ownerName, timeZone, now }: Asking): void {
  if (last === undefined) return;
  if (last.status === 'ACCEPTED') {
    throw new DomainError('CONFLICT', `You already work with ${brandName}.`);
  }
  if (last.status === 'REQUESTED' && last.expiresAt) {
    const until = shortDate(last.expiresAt, timeZone);
    throw new DomainError('CONFLICT', `You already asked. ${ownerName} has until ${until} to answer.`);
  }
  const again = askAgainAt(last);
  if (again === null || again.getTime() <= now.getTime()) return;
  const became = last.status === 'REFUSED' ? `${ownerName} refused` : 'Your request expired';
  throw new DomainError('CONFLICT', `${became}. You can ask again from ${shortDate(again, timeZone)}.`);
}

/** CONFLICT while the organization is a partner for the brand. */
export function assertMayGrant({ last, brandName, partnerName }: Omit<Asking, 'timeZone' | 'now'>): void {
  if (last?.status !== 'ACCEPTED') return;
  throw new DomainError('CONFLICT', `${partnerName} already works with ${brandName}. Change what they see instead.`);
}
