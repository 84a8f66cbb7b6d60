import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '../../../domain/session/contract';
import type { OrgInvite } from '../../../domain/team/invitation';
import { invitations } from '../../../domain/team/invitation-contract';
import { saveTokens } from '../../../src/providers/call/tokens';
import { loadSession, useSessionState } from '../../../src/providers/session/session-store';
import { heading, openAt, user, world } from '../support/app';
import { lost, reply, token } from '../support/platform';

const CODE = '5eed0000-0000-4000-8000-00000000a001';
const invite: OrgInvite = {
  inviteCode: CODE,
  orgId: 2,
  orgName: 'Juniper Street',
  roleName: 'User',
  invitedEmail: user.email,
  invitedBy: null,
  expiresAt: null,
  status: 'INVITED',
};
const linkOf = (path: string) => `${path}?invite_code=${CODE}&invite_type=ORG_INVITE`;

/** The codes the app sent when it asked who is signed in. */
const codes = () =>
  world.net.sent
    .filter(({ path }) => path === '/users/me')
    .map(({ search }) => new URLSearchParams(search).get('inviteCode'));
const kept = () => localStorage.getItem('verdant.invitation');
const signIn = () => saveTokens({ accessToken: token('olive', 600), refreshToken: 'first' });
const answerWith = (status: OrgInvite['status'], invitedEmail = user.email) =>
  world.net.on(invitations.byCode, () => reply(invitations.byCode, { ...invite, status, invitedEmail }));

beforeEach(() => {
  saveTokens(null);
  // The former test's window.
  useSessionState.setState({ status: 'loading' }, true);
  answerWith('INVITED');
});

describe('the code of an invitation', () => {
  it('is caught on any page, sent once on sign-in, and leads into the organization joined', async () => {
    await openAt(linkOf('/orders/purchases'));
    await expect.element(heading('Join Juniper Street')).toBeVisible();
    answerWith('ACCEPTED');
    signIn();
    await expect.element(page.getByText('Welcome to Juniper Street.')).toBeVisible();
    await expect.element(heading('Purchase Orders').or(heading('Purchases'))).toBeVisible();
    expect(codes()).toEqual([CODE, null]);
    expect(kept()).toBeNull();
    expect(world.net.sent.findLast(({ path }) => path === '/org-users/me')?.headers.get('Org-Id')).toBe('2');
  });

  it('is sent again after a reply was lost, and not repeated on the next visit', async () => {
    await openAt(linkOf('/marketplace'));
    await expect.element(heading('Join Juniper Street')).toBeVisible();
    let isDown = true;
    world.net.on(session.me, () => (isDown ? lost() : reply(session.me, user)));
    signIn();
    await expect.poll(() => codes().length).toBeGreaterThan(2);
    expect(kept()).not.toBeNull();
    isDown = false;
    await expect
      .poll(kept, { timeout: 5000 })
      .toBeNull()
      .catch(() => loadSession());
    await expect.poll(kept).toBeNull();
    expect(new Set(codes())).toEqual(new Set([CODE]));
    expect(localStorage.getItem('verdant.early') ?? '').not.toContain(CODE);
  });

  it('that was for another account is forgotten, and the page says whom it is for', async () => {
    answerWith('INVITED', 'somebody@fernhollow.example');
    await openAt(linkOf('/'));
    await expect.element(heading('Join Juniper Street')).toBeVisible();
    signIn();
    await expect.element(page.getByText(/^You’re signed in as olive/)).toBeVisible();
    expect(codes()).toEqual([CODE]);
    expect(kept()).toBeNull();
    await loadSession();
    expect(codes()).toEqual([CODE, null]);
  });

  it('isn’t sent for somebody who is signed in already: they are asked', async () => {
    signIn();
    await openAt(linkOf('/orders'));
    await expect.element(page.getByRole('button', { name: 'Join Juniper Street' })).toBeVisible();
    expect(codes()).toEqual([null]);
    expect(kept()).toBeNull();
  });

  it.each(['BRAND_INVITE', 'CONNECTION_INVITE'])('of a %s waits for an answer', async (type) => {
    localStorage.setItem('verdant.invitation', `invite_code=${CODE}&invite_type=${type}`);
    await openAt('/');
    signIn();
    await expect.poll(codes).toEqual([null]);
    expect(kept()).toContain(type);
  });
});
