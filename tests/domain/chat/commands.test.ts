import { describe, expect, it } from 'vitest';
import type { ShownChannel } from '../../../domain/chat/channel';
import {
  addsPeople,
  COMMANDS,
  invitable,
  ownPath,
  readInvite,
  readMute,
  readTyped,
  suggestedCommands,
} from '../../../domain/chat/commands';

const person = (userId: string, displayName: string) => ({ userId, displayName, profileImageUri: null });

describe('what is typed', () => {
  it.each([
    ['/order 1234', { kind: 'command', name: 'order', args: '1234' }],
    ['/ORDER   Fern  Hollow ', { kind: 'command', name: 'order', args: 'Fern  Hollow' }],
    ['/invite @Priya Raman', { kind: 'command', name: 'invite', args: '@Priya Raman' }],
    ['/order one\ntwo', { kind: 'command', name: 'order', args: 'one\ntwo' }],
    ['/help', { kind: 'command', name: 'help', args: '' }],
    ['/hepl me', { kind: 'unknown', name: 'hepl' }],
    ['/orders/12', { kind: 'message' }],
    ['/ order 12', { kind: 'message' }],
    ['/', { kind: 'message' }],
    ['// a comment', { kind: 'message' }],
    ['/24 ounces', { kind: 'message' }],
    [' /order 12', { kind: 'message' }],
    ['see /order 12', { kind: 'message' }],
    ['', { kind: 'message' }],
  ])('%j is read once, for all', (text, read) => {
    expect(readTyped(text)).toEqual(read);
  });

  it('is suggested from as it is typed, until the whole name is there', () => {
    const names = (text: string) => suggestedCommands(text).map(({ name }) => name);
    expect(names('/')).toEqual(COMMANDS.map(({ name }) => name));
    expect(names('/M')).toEqual(['mute']);
    expect([names('/mute'), names('/mute '), names('/x'), names('a /'), names('/orders/')]).toEqual(Array(5).fill([]));
  });
});

describe('the arguments of a command', () => {
  it.each([
    ['', null],
    ['1h', 3_600_000],
    ['8H', 28_800_000],
    ['day', 86_400_000],
    ['off', 'off'],
  ])('/mute %s', (args, mute) => expect(readMute(args)).toEqual({ mute }));

  it('are refused with what can be typed', () => {
    for (const args of ['2h', 'toString', 'day off']) expect(readMute(args)).toMatchObject({ refusal: /1h, 8h, day/ });
  });

  it('name an organization, somebody, or nobody', () => {
    expect(readInvite('organization')).toEqual({ kind: 'organization' });
    expect(readInvite('@ Priya')).toEqual({ kind: 'person', name: 'Priya' });
    expect([readInvite(''), readInvite('@')]).toEqual([{ kind: 'nobody' }, { kind: 'nobody' }]);
  });

  it('find colleagues who aren’t in the channel, whatever the accents, the exact name before others', () => {
    const people = [person('1', 'Zoë Marsh'), person('2', 'Zoe Marshall'), person('3', 'Priya Raman')];
    expect(invitable(people, [], 'zoe marsh').map(({ userId }) => userId)).toEqual(['1']);
    expect(invitable(people, [], 'ZOE').map(({ userId }) => userId)).toEqual(['1', '2']);
    expect(invitable(people, [{ userId: '1' }], 'zoe marsh').map(({ userId }) => userId)).toEqual(['2']);
  });

  it('add people to channels, not to direct conversations', () => {
    const adds = (channelType: ShownChannel['channelType']) => addsPeople({ channelType } as ShownChannel);
    expect([adds('TEAM'), adds('NETWORK_ORG_TO_ORG')]).toEqual([true, true]);
    expect([adds('TEAM_DM'), adds('NETWORK_DM')]).toEqual([false, false]);
  });

  const origin = 'https://verdant.example';
  it.each([
    ['/orders/12?tab=lines#top', '/orders/12?tab=lines#top'],
    [`${origin}/orders/12`, '/orders/12'],
    ['HTTPS://VERDANT.EXAMPLE/orders/12', '/orders/12'],
    [`${origin}/orders/../api/orgs`, null],
    ['https://verdant.example.evil.example/orders/12', null],
    ['https://me@verdant.example/orders/12', null],
    ['http://verdant.example/orders/12', null],
    ['//evil.example/orders', null],
    ['/\\evil.example', null],
    ['javascript:alert(1)', null],
    ['/api/orgs/1', null],
    ['/oidc/auth', null],
    ['orders', null],
    ['/orders 12', null],
  ])('a page of ours: %s', (typed, path) => expect(ownPath(typed, origin)).toBe(path));
});
