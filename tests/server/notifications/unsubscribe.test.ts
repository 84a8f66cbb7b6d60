import { expect, test } from 'vitest';
import { notifications as feed } from '../../../domain/notifications/contract';
import type { Letter } from '../../../server/mail/mail';
import { messageOf } from '../../../server/mail/open';
import { stopLink, withWayOut } from '../../../server/notifications/mail/way-out';
import { openApp } from '../../support/app';
import { makeMember, makeOrder, makeSeller, makeUser } from '../../support/factories';
import { lettersOf, sendDue, subjectsOf, work } from '../../support/notifications/held';

const app = await openApp({ environment: { FEED_MAIL_MINUTES: '10' } });
const { db } = app.database;
const ONE_CLICK = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
} as const;

async function toldOfOrders(count: number) {
  const seller = await makeSeller(db);
  const rep = await makeMember(db, seller);
  const tell = async () => {
    const { order } = await makeOrder(db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
    await work(app, { name: 'order-placed', data: { orgId: seller.org.id, orderId: order.id } });
  };
  for (let told = 0; told < count; told += 1) await tell();
  await sendDue(app);
  const [letter] = await lettersOf(app, rep.user);
  const link = /: (http\S+\/unsubscribe\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
  const emailed = async () => {
    const { emailSettings } = await (await app.as(rep.user)).expectOk(feed.settings, {});
    return emailSettings.filter(({ byEmail, emailFixed }) => byEmail && emailFixed === null).map(({ key }) => key);
  };
  // The address people open is this one.
  return { rep, link: link.replace(app.config.publicUrl, app.url), emailed, tell };
}

test('one click without signing in stops emails of the kind, once and for all, and of nothing else', async () => {
  const { rep, link, emailed, tell } = await toldOfOrders(1);
  expect(await emailed()).toContain('NEW_BUYER_ORDER');
  for (const _ of [1, 2]) {
    const done = await fetch(link, ONE_CLICK);
    expect(done.status).toBe(200);
    expect(await done.text()).toContain('We no longer email you about: New orders.');
  }
  expect(await emailed()).not.toContain('NEW_BUYER_ORDER');
  expect(await emailed()).toContain('MENTION');
  await tell();
  await sendDue(app);
  expect(await subjectsOf(app, rep.user)).toHaveLength(1);
});

test('mail programs post forms of parts too, and nothing', async () => {
  const { link, emailed } = await toldOfOrders(1);
  const parts = new FormData();
  parts.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(link, { method: 'POST', body: parts })).status).toBe(200);
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  expect(await emailed()).not.toContain('NEW_BUYER_ORDER');
});

test('opening the link changes nothing: it asks', async () => {
  const { link, emailed } = await toldOfOrders(1);
  const page = await fetch(link);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await page.text()).toMatch(/<form method="post"><button>Stop these emails<\/button><\/form>/);
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
  expect(await emailed()).toContain('NEW_BUYER_ORDER');
});

test('the letter of several stops all of them, and none that has to come', async () => {
  const { rep, link, emailed } = await toldOfOrders(2);
  expect(await subjectsOf(app, rep.user)).toEqual(['2 notifications']);
  expect(await (await fetch(link, ONE_CLICK)).text()).toContain('You still get invitations');
  expect(await emailed()).toEqual([]);
  const { emailSettings } = await (await app.as(rep.user)).expectOk(feed.settings, {});
  expect(emailSettings.find(({ key }) => key === 'ORG_INVITE_RECEIVED')).toMatchObject({ byEmail: true });
});

test('a link we didn’t make is refused, and stops nobody’s', async () => {
  const { link, emailed } = await toldOfOrders(1);
  const { token: theirs, stranger } = {
    token: new URL(link).searchParams.get('token') ?? '',
    stranger: await makeUser(db),
  };
  const forged = [
    theirs.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    theirs.replace('NEW_BUYER_ORDER', 'ALL'),
    theirs.replace(/^[^.]+/, stranger.id),
    theirs.replace('NEW_BUYER_ORDER', 'ORG_INVITE_RECEIVED'),
    stopLink({ userId: stranger.id, key: 'ALL' }, { ...app.config, credentialsKey: 'another' }).split('token=')[1],
    '',
    'nonsense',
  ];
  for (const token of forged) {
    for (const options of [{}, ONE_CLICK]) {
      const refused = await fetch(`${app.url}/unsubscribe?token=${token}`, options);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain('We can’t tell whose emails it stops, so nothing was changed.');
    }
  }
  expect(await emailed()).toContain('NEW_BUYER_ORDER');
});

test('a key that was replaced still stops emails of its time', async () => {
  const person = await makeUser(db);
  const { token } = Object.fromEntries(
    new URL(stopLink({ userId: person.id, key: 'MENTION' }, app.config)).searchParams,
  );
  const { readStop } = await import('../../../server/notifications/mail/way-out');
  const since = { credentialsKey: 'newer', olderCredentialsKeys: [app.config.credentialsKey] };
  expect(readStop(token ?? '', since)).toEqual({ userId: person.id, key: 'MENTION' });
});

test('letters carry both headers, where the platform has an address to post to', async () => {
  const sent: Letter[] = [];
  const mail = { standIn: true, close: () => undefined, send: async (letter: Letter) => void sent.push(letter) };
  const headersAt = async (publicUrl: string) => {
    const stop = { userId: '00000000-0000-4000-8000-000000000001', key: 'MENTION' } as const;
    const services = withWayOut({ config: { ...app.config, publicUrl }, mail }, stop);
    const letter = {
      kind: 'notice',
      to: 'a@example.com',
      subject: 'S',
      text: 'T\n',
      html: '<p></div></body></html>',
    } as const;
    await services.mail.send(letter);
    return messageOf(sent.at(-1) as Letter, { name: '', address: 'v@example.com' }).headers;
  };
  expect(await headersAt('https://verdant.example')).toMatchObject({
    'List-Unsubscribe': expect.stringMatching(/^<https:\/\/verdant\.example\/unsubscribe\?token=[\w.-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(await headersAt('http://verdant.example')).not.toHaveProperty('List-Unsubscribe-Post');
  expect(sent[0]?.text).toContain('Stop emails like this one: https://verdant.example/unsubscribe?token=');
});
