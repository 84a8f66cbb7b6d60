import { expect, test } from 'vitest';
import { isLiteral, readWebhookAddress } from '../../../domain/webhooks/address';
import { postWebhook } from '../../../server/webhooks/post-webhook';
import { isPublicAddress } from '../../../server/webhooks/public-address';
import { CERTIFICATE } from '../../support/mail/certificate';
import { openReceiver } from '../../support/webhooks/receivers';

/** Whether an address could be saved, as the server decides it. */
function isTaken(text: string, isLocal = false): boolean {
  const { url } = readWebhookAddress(text, { isLocal });
  if (url === null) return false;
  return !isLiteral(url.hostname) || isPublicAddress(url.hostname.replace(/^\[|\]$/g, ''));
}

test.each([
  'https://example.com/hooks',
  'https://hooks.example.com:8443/a?b=c',
  'https://example.com:443/',
  'https://8.8.8.8/hooks',
  'https://[2606:4700:4700::1111]/hooks',
  'https://[64:ff9b::808:808]/',
  'https://xn--bcher-kva.example.com/',
])('a public address is taken: %s', (text) => {
  expect(isTaken(text)).toBe(true);
});

/** Ways to reach the inside of a network, or to look like something else. */
const TRICKS = [
  // Plain, and by another scheme or port.
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  '//example.com/',
  'https:example.com',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://example.com:5432/',
  'https://example.com:0/',
  'https://example.com:65536/',
  // This machine, in every spelling.
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0x0.0x0.0x1/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://0177.0.0.01/',
  'https://127.0.0.1./',
  'https://127.255.255.254/',
  'https://0.0.0.0/',
  'https://0/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:7f00:0001]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:808:808:0:0:80ff:fffe]/',
  'https://[2001:0:7f00:1:0:0:f7f7:f7f7]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://app.localhost/',
  'https://localhost.localdomain/',
  'https://printer/',
  'https://printer.local/',
  'https://db.internal/',
  'https://nas.home.arpa/',
  'https://intranet.corp/',
  // Clouds’ own data, and the inside of networks.
  'https://169.254.169.254/latest/meta-data/',
  'https://[::ffff:169.254.169.254]/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://metadata.google.internal/',
  'https://metadata.google.internal./',
  'https://[fd00:ec2::254]/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://100.127.255.255/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.255.255/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[fc00::1]/',
  'https://[fdff:ffff::1]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:db8::1]/',
  'https://[2001:2::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[4000::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[2002:a00:1::]/',
  'https://[64:ff9b::a00:1]/',
  // What programs read in different ways.
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1@example.com/',
  'https://example.com\\@127.0.0.1/',
  'https:\\\\127.0.0.1/',
  'https://example.com#@127.0.0.1/',
  'https://example.com/#x',
  'https://exa\tmple.com/',
  'https://exa\nmple.com/',
  'https://example.com\r\nHost: inside/',
  ' https://example.com/',
  'https://example.com /',
  'https://exam\u200bple.com/',
  'https://１２７.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://ｌｏｃａｌｈｏｓｔ/',
  'https://bücher.example.com/',
  'https://%31%32%37.0.0.1/',
  'https://127.0.0.1%00.example.com/',
  'https://example.com./',
  'https://example..com/',
  'https://',
  'https:///',
  '',
  'example.com',
  `https://example.com/${'a'.repeat(2000)}`,
  `https://${'a.'.repeat(130)}com/`,
];

test.each(TRICKS)('is refused: %j', (text) => {
  expect(isTaken(text)).toBe(false);
});

test('where this machine is allowed, it is, by any port and without https, and nothing else changes', () => {
  const local = { isLocal: true };
  for (const text of ['http://127.0.0.1:4000/x', 'http://localhost:4000/', 'https://[::1]:4000/'])
    expect(readWebhookAddress(text, local).problem).toBeNull();
  const others = ['http://example.com/', 'http://10.0.0.1/', 'https://169.254.169.254/', 'http://127.0.0.1.nip.io/'];
  for (const text of others) expect(isTaken(text, true)).toBe(false);
});

const message = { headers: {}, body: '{}' };
const post = (host: string, answers: string[], isLocal = false) =>
  postWebhook(new URL(`https://${host}/`), message, { isLocal, patienceMs: 500, resolve: async () => answers });

test.each([
  [['127.0.0.1']],
  [['10.1.2.3']],
  [['169.254.169.254']],
  [['::ffff:10.0.0.1']],
  [['fe80::1%eth0']],
  [['not an address']],
  // Mixed: one that is public doesn’t help.
  [['93.184.216.34', '192.168.1.1']],
  [['2606:4700:4700::1111', '::1']],
])('a name that leads to %j is not connected to', async (answers) => {
  expect(await post('hooks.example.com', answers)).toEqual({
    address: null,
    status: null,
    headers: {},
    head: '',
    problem: 'The host leads to an address that isn’t public',
  });
});

test('a name is looked up once an attempt, and what was judged is what is connected to: rebinding gains nothing', async () => {
  const receiver = await openReceiver();
  const asked: string[] = [];
  const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']];
  const resolve = async (host: string) => answers[asked.push(host) - 1] ?? [];
  const url = new URL(`http://rebound.example.com:${new URL(receiver.url).port}/`);
  const attempt = () => postWebhook(url, message, { isLocal: true, resolve });
  expect(await attempt()).toMatchObject({ status: 200, address: '127.0.0.1' });
  expect(asked).toEqual(['rebound.example.com']);
  for (let at = 0; at < 2; at += 1) expect((await attempt()).problem).toMatch(/isn’t public/);
  expect(receiver.got).toHaveLength(1);
});

test('a name that isn’t there, or whose lookup never ends, is a failure like any other', async () => {
  expect((await post('nowhere.example.com', [])).problem).toBe('The host couldn’t be found');
  const never = { isLocal: false, patienceMs: 50, resolve: () => new Promise<never>(() => {}) };
  expect((await postWebhook(new URL('https://slow.example.com/'), message, never)).problem).toMatch(/didn’t answer/);
});

test('over https a certificate must be of the host, whoever’s it is', async () => {
  const receiver = await openReceiver(CERTIFICATE);
  const url = new URL(receiver.url);
  const ways = { isLocal: true, patienceMs: 5_000 };
  expect((await postWebhook(url, message, ways)).problem).toBe('Its certificate isn’t valid for this host');
  expect(receiver.got).toEqual([]);
  const trusted = { ...ways, ca: CERTIFICATE.cert };
  expect(await postWebhook(url, message, trusted)).toMatchObject({ status: 200, problem: null, address: '127.0.0.1' });
  const named = new URL(`https://hooks.example.com:${url.port}/`);
  const elsewhere = { ...trusted, resolve: async () => ['127.0.0.1'] };
  expect((await postWebhook(named, message, elsewhere)).problem).toBe('Its certificate isn’t valid for this host');
});

test('a receiver that never answers, or whose answer never ends, takes no longer than it may', async () => {
  const receiver = await openReceiver();
  receiver.answers(() => {});
  const ways = { isLocal: true, patienceMs: 2_000 };
  expect(await postWebhook(new URL(receiver.url), message, ways)).toMatchObject({
    status: null,
    problem: 'It didn’t answer within 20 seconds',
  });
  receiver.answers((response) => void response.writeHead(200).write('so far'));
  expect(await postWebhook(new URL(receiver.url), message, ways)).toMatchObject({ status: 200, head: 'so far' });
});

test('a receiver that wants to speak something else is answered for, not waited for', async () => {
  const receiver = await openReceiver();
  receiver.answers(({ socket }) => void socket?.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'));
  expect(await postWebhook(new URL(receiver.url), message, { isLocal: true })).toMatchObject({ status: 101 });
});
