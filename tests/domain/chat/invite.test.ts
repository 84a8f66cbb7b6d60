import { describe, expect, it } from 'vitest';
import {
  assertMayAnswer,
  assertMayInvite,
  CHANNEL_INVITE_DAYS,
  INVITE_AGAIN_DAYS,
  inviteAnswers,
  inviteExpiry,
  inviteStatus,
  NewChannelInvite,
} from '../../../domain/chat/invite';

const DAY = 86_400_000;
const now = new Date('2026-05-10T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * DAY);
const open = { status: 'INVITED' as const, expiresAt: days(3) };

describe('an invite to a channel', () => {
  it('names an organization', () => {
    const said = (body: object) => NewChannelInvite.safeParse(body).error?.issues.map(({ message }) => message);
    expect(said({})).toEqual(['invitedOrgId required']);
    expect(said({ invitedOrgId: null })).toEqual(['invitedOrgId required']);
    expect(said({ invitedOrgId: 3, invitedEmail: 'nobody' })).toEqual(['Enter an email address']);
    expect(NewChannelInvite.parse({ invitedOrgId: 3 })).toEqual({ invitedOrgId: 3, invitedEmail: '', topic: '' });
  });

  it('is open for 14 days', () => {
    expect(inviteExpiry(now)).toEqual(days(CHANNEL_INVITE_DAYS));
    expect(inviteStatus({ ...open, expiresAt: now }, 'INVITED', now)).toBe('EXPIRED');
    expect(inviteStatus({ ...open, expiresAt: new Date(now.getTime() + 1) }, 'INVITED', now)).toBe('INVITED');
    expect(inviteStatus({ status: 'ACCEPTED', expiresAt: days(-1) }, 'INVITED', now)).toBe('ACCEPTED');
  });

  it('that is ignored looks open to who sent it', () => {
    const ignored = { ...open, status: 'IGNORED' as const };
    expect(inviteStatus(ignored, 'INVITED', now)).toBe('IGNORED');
    expect(inviteStatus(ignored, 'INVITING', now)).toBe('INVITED');
  });

  it.each([
    ['INVITED', 'INVITED', ['ACCEPTED', 'IGNORED', 'REMOVED']],
    ['INVITED', 'IGNORED', ['ACCEPTED', 'INVITED', 'REMOVED']],
    ['INVITED', 'EXPIRED', ['REMOVED']],
    ['INVITED', 'ACCEPTED', []],
    ['INVITED', 'REMOVED', []],
    ['INVITING', 'INVITED', ['REMOVED']],
    ['INVITING', 'EXPIRED', ['INVITED', 'REMOVED']],
    ['INVITING', 'ACCEPTED', []],
    ['INVITING', 'REMOVED', []],
  ] as const)('for the side %s, while %s, can become %j', (side, status, answers) => {
    expect(inviteAnswers(side, status)).toEqual(answers);
    const invite = { side, status, invitedOrgName: 'Coastal', invitingOrg: { id: 1, name: 'Acme' } };
    for (const answer of ['INVITED', 'IGNORED', 'ACCEPTED', 'REMOVED'] as const) {
      const act = () => assertMayAnswer(invite, answer);
      if (answers.some((one) => one === answer)) expect(act).not.toThrow();
      else expect(act).toThrow(/\.$/);
    }
  });

  it('is sent again once it is over, and three weeks after it was declined', () => {
    const invite = (last: Parameters<typeof assertMayInvite>[0]) => () =>
      assertMayInvite(last, { invitedOrgName: 'Coastal', timeZone: 'UTC', now });
    const over = { answeredAt: null, wasDeclined: false };
    expect(invite(undefined)).not.toThrow();
    expect(invite({ ...open, ...over })).toThrow('You already invited Coastal. They have until 05/13/2026 to answer.');
    expect(invite({ ...over, status: 'IGNORED', expiresAt: days(3) })).toThrow('already invited');
    expect(invite({ ...over, status: 'INVITED', expiresAt: days(-1) })).not.toThrow();
    const declined = { status: 'REMOVED' as const, expiresAt: days(3), wasDeclined: true };
    expect(invite({ ...declined, answeredAt: days(-INVITE_AGAIN_DAYS + 1) })).toThrow('Coastal declined');
    expect(invite({ ...declined, answeredAt: days(-INVITE_AGAIN_DAYS) })).not.toThrow();
    expect(invite({ ...declined, wasDeclined: false, answeredAt: days(-1) })).not.toThrow();
  });
});
