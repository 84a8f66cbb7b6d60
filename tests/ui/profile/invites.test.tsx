import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { badges } from '../../../domain/badges/badges';
import { brandInvites } from '../../../domain/brands/contract';
import { connections } from '../../../domain/connections/contract';
import { session } from '../../../domain/session/contract';
import { invitations } from '../../../domain/team/invitation-contract';
import { profile } from '../../../src/profile';
import { heading, openAt, user, world } from '../support/app';
import { lost, refusal, reply } from '../support/platform';
import { noInvites } from './no-invites';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const toOrganization = {
  inviteCode: '5eed0000-0000-4000-8000-00000000a001',
  orgId: 9,
  orgName: 'Copperline Gardens',
  roleName: 'Admin',
  invitedEmail: user.email,
  invitedBy: 'Priya Raman' as string | null,
  expiresAt: daysAgo(-10) as string | null,
  status: 'INVITED' as 'INVITED' | 'ACCEPTED' | 'EXPIRED',
  sent: daysAgo(4),
  accepted: null as string | null,
};
const toBrand = {
  brandInviteId: 4,
  brandId: 40,
  brandName: 'Night Heron',
  brandImageUri: null,
  orgName: 'Millrace',
  invitedEmail: user.email,
  invitedBy: 'Hana Lindqvist',
  message: 'It’s yours',
  status: 'INVITED' as const,
  sent: daysAgo(2),
  expiresAt: daysAgo(-28),
  inviteCode: '5eed0000-0000-4000-8000-00000000b001',
  answered: null,
  acceptedBy: null,
};
const person = (name: string, id: string) => ({
  userId: id,
  displayName: name,
  profileImageUri: null,
  organizations: [],
});
const me = person('Olive Marsh', user.id);
const toConnect = {
  id: 7,
  status: 'INVITED' as 'INVITED' | 'ACCEPTED' | 'IGNORED',
  invitingUser: person('Samuel Okafor', '5eed0000-0000-4000-8000-000000000011'),
  invitedUser: me,
  invited: daysAgo(3),
  connected: null,
};

const list = (name: string) => page.getByRole('region', { name });
const waiting = () => list('Waiting for your answer');
const button = (name: string) => page.getByRole('button', { name });

let orgInvites = [toOrganization];
let people = [toConnect];

beforeEach(() => {
  orgInvites = [toOrganization];
  people = [toConnect];
  world.net.on(invitations.mine, () => reply(invitations.mine, orgInvites));
  world.net.on(brandInvites.received, () => reply(brandInvites.received, [toBrand]));
  world.net.on(connections.list, () => reply(connections.list, people));
  world.net.on(invitations.waiting, () => reply(invitations.waiting, { count: 3, isEmailConfirmed: true }));
});

it('lists invites of every kind with who, what and until when, and asks for past ones too', async () => {
  await openAt('/profile/invites', [profile]);
  await expect.element(heading('Invites')).toBeVisible();
  const rows = waiting().getByRole('listitem');
  await expect
    .element(rows.nth(2).getByText(/Priya Raman invited you to join Copperline Gardens as Admin\./))
    .toBeVisible();
  await expect
    .element(rows.nth(0).getByText(/Hana Lindqvist at Millrace invited you to take over Night Heron/))
    .toBeVisible();
  await expect.element(rows.nth(1).getByText(/Samuel Okafor invited you to connect\./)).toBeVisible();
  await expect.element(rows.nth(2).getByText(/Invited \d\d\/\d\d\/\d{4} · Expires \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await expect.element(page.getByText('3 waiting')).toBeVisible();
  expect(world.net.sent.find(({ path }) => path === '/users/me/org-invites')?.search).toContain('past=true');
  // Whoever may not take brands over is told why, and can still decline.
  await expect.element(button('Accept Night Heron for Fernhollow Farms')).toBeDisabled();
  await expect.element(button('Decline Night Heron')).toBeEnabled();
});

it('says at its row why an invite withdrawn meanwhile can’t be accepted, and lets it be dismissed', async () => {
  world.net.on(invitations.accept, () => {
    orgInvites = [];
    return refusal(404, 'NOT_FOUND', 'Invitation not found');
  });
  await openAt('/profile/invites', [profile]);
  await button('Accept: join Copperline Gardens').click();
  const row = waiting().getByRole('listitem').filter({ hasText: 'Copperline Gardens' });
  await expect.element(row.getByRole('alert')).toHaveTextContent('Invitation not found');
  await expect.element(button('Accept: join Copperline Gardens')).not.toBeInTheDocument();
  await expect.element(page.getByText('2 waiting')).toBeVisible();
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(row).not.toBeInTheDocument();
});

it('keeps an invite that couldn’t be answered for another try, with what went wrong', async () => {
  world.net.on(connections.answer, lost);
  await openAt('/profile/invites', [profile]);
  await button('Accept Samuel Okafor').click();
  const row = waiting().getByRole('listitem').filter({ hasText: 'Samuel Okafor' });
  await expect.element(row.getByRole('alert')).toBeVisible();
  world.net.on(connections.answer, () => {
    people = [{ ...toConnect, status: 'IGNORED' }];
    return reply(connections.answer, people[0] as typeof toConnect, 'connections');
  });
  await button('Ignore Samuel Okafor').click();
  await expect.element(list('Earlier').getByText(/Samuel Okafor doesn’t know/)).toBeVisible();
  await expect.element(button('Accept Samuel Okafor')).toBeEnabled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('explains expired and used invites, and where they lead', async () => {
  orgInvites = [
    { ...toOrganization, status: 'EXPIRED', expiresAt: daysAgo(1) },
    {
      ...toOrganization,
      inviteCode: 'x'.repeat(36),
      orgId: 2,
      orgName: 'Juniper Street',
      status: 'ACCEPTED',
      accepted: daysAgo(5),
    },
  ];
  await openAt('/profile/invites', [profile]);
  await expect.element(list('Earlier').getByText(/Expired on .* Ask Priya Raman for a new one\./)).toBeVisible();
  await expect.element(list('Earlier').getByText(/You joined on/)).toBeVisible();
  await button('Switch to Juniper Street').click();
  await expect.element(button('Working for Juniper Street')).toBeVisible();
});

it('says that the email isn’t confirmed, and sends the link again', async () => {
  orgInvites = [];
  world.net.on(brandInvites.received, () => reply(brandInvites.received, []));
  world.net.on(invitations.waiting, () => reply(invitations.waiting, { count: 1, isEmailConfirmed: false }));
  world.net.on(session.resendVerification, () => reply(session.resendVerification, { ok: true }));
  await openAt('/profile/invites', [profile]);
  await expect.element(waiting().getByText(/^Invites sent to olive@/)).toBeVisible();
  await button('Send a new link').click();
  await expect.element(page.getByText('Verification email sent successfully')).toBeVisible();
});

it('can’t be answered by who acts for somebody', async () => {
  const acting = { ...user, impersonatedBy: { id: '5eed0000-0000-4000-8000-000000000099', name: 'Robin Hale' } };
  world.net.on(session.me, () => reply(session.me, acting));
  await openAt('/profile/invites', [profile]);
  await expect.element(page.getByText('Only Olive Marsh can do this. You’re acting for them.')).toBeVisible();
  for (const name of ['Accept: join Copperline Gardens', 'Accept Samuel Okafor', 'Decline Night Heron']) {
    await expect.element(button(name)).toBeDisabled();
  }
});

it('shows a link to connect that was opened and not answered', async () => {
  noInvites();
  const inviteCode = '5eed0000-0000-4000-8000-00000000c001';
  localStorage.setItem('verdant.invitation', `invite_code=${inviteCode}&invite_type=CONNECTION_INVITE`);
  const invite = { inviteCode, invitingUser: toConnect.invitingUser, status: 'INVITED' as const };
  world.net.on(connections.byCode, () => reply(connections.byCode, invite));
  world.net.on(connections.acceptCode, () => refusal(409, 'CONFLICT', 'This account was just deleted.'));
  await openAt('/profile/invites', [profile]);
  const opened = list('Link you opened');
  await opened.getByRole('button', { name: 'Accept Samuel Okafor' }).click();
  await expect.element(opened.getByRole('alert')).toHaveTextContent('This account was just deleted.');
  await opened.getByRole('button', { name: 'Not now' }).click();
  await expect.element(opened).not.toBeInTheDocument();
  expect(localStorage.getItem('verdant.invitation')).toBe(null);
  await expect.element(page.getByText('Nothing awaits your answer')).toBeVisible();
});

it('fails whole, and is read again', async () => {
  world.net.on(brandInvites.received, () => refusal(500, 'INTERNAL', 'Something went wrong'));
  await openAt('/profile/invites', [profile]);
  await expect.element(waiting().getByRole('alert')).toBeVisible();
  world.net.on(brandInvites.received, () => reply(brandInvites.received, []));
  await waiting().getByRole('button', { name: 'Try again' }).click();
  await expect.element(waiting().getByText('Copperline Gardens', { exact: true })).toBeVisible();
});

it('are counted in the navigation as many as wait in the list', async () => {
  world.net.on(badges.count, () =>
    reply(badges.count, {
      ...Object.fromEntries(Object.keys(badges.count.returns.shape).map((name) => [name, null])),
      invites: 3,
    } as never),
  );
  await openAt('/profile/invites', [profile]);
  await expect.element(page.getByText('3 waiting')).toBeVisible();
  await expect
    .element(
      page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Invites (3 awaiting your reply)' }),
    )
    .toBeVisible();
});

it('the profile says who one is and where, and counts what waits', async () => {
  await openAt('/profile', [profile]);
  await expect.element(page.getByRole('region', { name: 'Olive Marsh' }).getByText(user.email)).toBeVisible();
  await expect.element(list('Invites').getByText('3 invites await your answer')).toBeVisible();
  await expect.element(list('Connections').getByText(/^No connections yet/)).toBeVisible();
  const places = list('Your organizations').getByRole('listitem');
  await expect.element(places.nth(0).getByText('Working here')).toBeVisible();
  await button('Switch to Juniper Street').click();
  await expect.element(places.nth(1).getByText('Working here')).toBeVisible();
});

it('the profile of who works nowhere leads to an organization', async () => {
  world.net.on(session.me, () => reply(session.me, { ...user, isMember: false }));
  world.net.on(session.membership, () => refusal(404, 'NOT_FOUND', 'Organization not found'));
  await openAt('/profile', [profile]);
  await expect
    .element(list('Your organizations').getByText('You’re not a member of an organization yet'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Create an organization' }).first()).toBeVisible();
});
