import { describe, expect, it } from 'vitest';
import { ChannelName, type ChatChannel, type NetworkChannel, nameKey } from '../../../domain/chat/channel';
import {
  assertMayEdit,
  type ChannelFacts,
  refusalToAdd,
  refusalToDelete,
  refusalToJoin,
  refusalToLeave,
  refusalToRemove,
  refusalToRename,
  refusalToWrite,
  seesChannel,
} from '../../../domain/chat/rules';
import { DomainError } from '../../../domain/errors';

const asker = (defaultRoleId: 'OWNER' | 'ADMIN' | 'USER' | null) => ({
  userId: 'me',
  role: {
    id: 1,
    name: '',
    features: {},
    isDefault: defaultRoleId !== null,
    defaultRoleId,
    isOwner: defaultRoleId === 'OWNER',
  },
});
const user = asker('USER');
const admin = asker('ADMIN');

const channel = (facts: Partial<ChannelFacts> = {}): ChannelFacts => ({
  channelType: 'TEAM',
  name: 'Dispatch',
  isPrivate: false,
  isDefault: false,
  role: 'member',
  memberCount: 5,
  ...facts,
});
const general = channel({ name: 'general', isDefault: true });
const direct = channel({ channelType: 'TEAM_DM', isPrivate: true, role: 'owner', memberCount: 2 });
const hidden = channel({ isPrivate: true, role: null });

describe('a channel’s name', () => {
  it.each([
    ['Dispatch', 'Dispatch'],
    ['  Sales   floor ', 'Sales floor'],
    ['R&D - phase 2.1', 'R&D - phase 2.1'],
    ['Zoë’s'.replace('’', "'"), "Zoë's"],
    ['24_7', '24_7'],
  ])('%s is stored as %s', (typed, kept) => {
    expect(ChannelName.parse(typed)).toBe(kept);
  });

  it.each([
    ['   ', 'Enter a name'],
    ['x'.repeat(41), 'Must be 40 characters or fewer'],
    ['#dispatch', 'Use letters, numbers, spaces'],
    ['-dispatch', 'start with a letter or number'],
    ['two\nlines', 'Use letters'],
    ['<b>', 'Use letters'],
  ])('%j is refused', (typed, message) => {
    expect(ChannelName.safeParse(typed).error?.issues[0]?.message).toContain(message);
  });

  it('ignores case and how accents are composed', () => {
    expect(nameKey('DISPATCH')).toBe(nameKey('dispatch'));
    expect(nameKey('Zoe\u0308')).toBe(nameKey('Zo\u00eb'));
    expect(nameKey('Dispatch 2')).not.toBe(nameKey('Dispatch'));
  });
});

it('only members know a private channel, everyone a public one', () => {
  expect(seesChannel(channel({ role: null }))).toBe(true);
  expect(seesChannel(hidden)).toBe(false);
  expect(seesChannel(channel({ isPrivate: true }))).toBe(true);
  expect(seesChannel({ ...direct, role: null })).toBe(false);
});

describe('who may do what with a channel', () => {
  it.each<[string, string | null, boolean]>([
    ['an owner renames', refusalToRename(channel({ role: 'owner' }), user), true],
    ['an admin of the organization renames', refusalToRename(channel(), admin), true],
    ['a member renames', refusalToRename(channel(), user), false],
    ['an admin renames a private one they are not in', refusalToRename(hidden, admin), false],
    ['an admin renames because everyone is in it', refusalToRename(general, admin), false],
    ['somebody renames a direct conversation', refusalToRename(direct, admin), false],
    ['an owner takes people out', refusalToRemove(channel({ role: 'owner' }), user), true],
    ['a member takes people out', refusalToRemove(channel(), user), false],
    ['an admin takes people out of because everyone is in it', refusalToRemove(general, admin), false],
    ['somebody takes the other out of a direct conversation', refusalToRemove(direct, admin), false],
    ['a member adds people', refusalToAdd(channel(), user), true],
    ['somebody outside adds people', refusalToAdd(channel({ role: null }), user), false],
    ['a member adds people to a private one', refusalToAdd(channel({ isPrivate: true }), user), false],
    ['an owner adds people to a private one', refusalToAdd(channel({ isPrivate: true, role: 'owner' }), user), true],
    ['somebody adds a third to a direct conversation', refusalToAdd(direct, admin), false],
    ['anybody joins a public one', refusalToJoin(channel({ role: null })), true],
    ['somebody joins twice', refusalToJoin(channel()), false],
    ['somebody joins a private one', refusalToJoin(hidden), false],
    ['a member leaves', refusalToLeave(channel()), true],
    ['somebody leaves because everyone is in it', refusalToLeave(general), false],
    ['somebody leaves a direct conversation', refusalToLeave(direct), false],
    ['the last one leaves a private one', refusalToLeave(channel({ isPrivate: true, memberCount: 1 })), false],
    ['the last one leaves a public one', refusalToLeave(channel({ memberCount: 1 })), true],
    ['somebody leaves what they are not in', refusalToLeave(channel({ role: null })), false],
  ])('%s', (_what, refusal, isAllowed) => {
    expect(refusal === null).toBe(isAllowed);
  });

  it.each<[string, string | null, boolean]>([
    ['one’s own message', refusalToDelete(channel(), user, 'me'), true],
    ['somebody else’s, as a member', refusalToDelete(channel(), user, 'them'), false],
    ['somebody else’s, as an owner of the channel', refusalToDelete(channel({ role: 'owner' }), user, 'them'), true],
    ['somebody else’s, as an admin', refusalToDelete(channel(), admin, 'them'), true],
    ['the other one’s in a direct conversation', refusalToDelete(direct, admin, 'them'), false],
    ['one’s own, to a connection', refusalToDelete({ channelType: 'NETWORK_DM' }, user, 'me'), true],
    ['a connection’s', refusalToDelete({ channelType: 'NETWORK_DM' }, admin, 'them'), false],
  ])('deleting %s', (_what, refusal, isAllowed) => {
    expect(refusal === null).toBe(isAllowed);
  });

  it('nobody writes to someone they are no longer connected with', () => {
    const connection = { channelType: 'NETWORK_DM', name: 'Ada Grower' } as NetworkChannel;
    expect(refusalToWrite({ ...connection, isFrozen: true })).toContain('Ada Grower');
    expect(refusalToWrite({ ...connection, isFrozen: false })).toBeNull();
    expect(refusalToWrite({ channelType: 'TEAM', name: 'general' } as ChatChannel)).toBeNull();
  });

  it('an edit is refused entirely if any part of it is', () => {
    const edit = { channelType: 'TEAM' as const, userIdsToAdd: ['them'], channelName: 'Loading dock' };
    expect(() => assertMayEdit(channel(), user, edit)).toThrow(DomainError);
    expect(() => assertMayEdit(channel({ role: 'owner' }), user, edit)).not.toThrow();
    expect(() =>
      assertMayEdit(channel({ role: null }), user, { channelType: 'TEAM', userIdsToAdd: ['me', 'them'] }),
    ).not.toThrow();
    expect(() => assertMayEdit(hidden, user, { channelType: 'TEAM', userIdsToAdd: ['me'] })).toThrow(
      /Ask a channel owner/,
    );
  });
});
