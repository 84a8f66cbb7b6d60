import { foldText } from '../search-text';
import type { ChatChannel, OrgChannel, ShownChannel, ShownPerson } from './channel';

export type CommandName = 'order' | 'share' | 'invite' | 'mute' | 'help';

/** A command: what may follow it, and what it does, as the list of commands says it. */
export type Command = { name: CommandName; args: string; does: string };

export const COMMANDS: readonly Command[] = [
  { name: 'order', args: 'number or name', does: 'Post a link to one of your orders' },
  { name: 'share', args: 'page or address', does: 'Post a link to a page you had open' },
  { name: 'invite', args: '@colleague or organization', does: 'Add a colleague, or ask another organization' },
  { name: 'mute', args: '1h, 8h, day or off', does: 'Stop hearing of this conversation' },
  { name: 'help', args: '', does: 'Show what you can type' },
];

/** What was typed: an ordinary message, a command that there isn't, or one with what follows it. */
export type Typed =
  | { kind: 'message' }
  | { kind: 'unknown'; name: string }
  | { kind: 'command'; name: CommandName; args: string };

const COMMAND = /^\/(\p{L}[\p{L}\p{N}_-]*)(?:\s+(.*))?$/su;

/** Reads a message as its author sends it. Only at its very start is something a command; an address such as “/orders/12” is none. */
export function readTyped(text: string): Typed {
  const [, word = '', args = ''] = COMMAND.exec(text.trimEnd()) ?? [];
  if (word === '') return { kind: 'message' };
  const known = COMMANDS.find(({ name }) => name === word.toLowerCase());
  return known ? { kind: 'command', name: known.name, args: args.trim() } : { kind: 'unknown', name: word };
}

/** The commands that fit what is typed so far; none once the whole name is there, or anything else is. */
export function suggestedCommands(text: string): Command[] {
  const typed = /^\/([\p{L}\p{N}_-]*)$/u.exec(text)?.[1]?.toLowerCase();
  if (typed === undefined || COMMANDS.some(({ name }) => name === typed)) return [];
  return COMMANDS.filter(({ name }) => name.startsWith(typed));
}

const HOUR = 3_600_000;
const MUTES: Record<string, number> = { '1h': HOUR, '8h': 8 * HOUR, day: 24 * HOUR };

/** For how long a conversation is muted: milliseconds, `null` without end, or `off`. A sentence if it can't be read. */
export function readMute(args: string): { mute: number | null | 'off' } | { refusal: string } {
  const typed = args.toLowerCase();
  if (typed === '') return { mute: null };
  if (typed === 'off') return { mute: 'off' };
  const length = MUTES[typed];
  return length === undefined ? { refusal: 'Type 1h, 8h, day or off after /mute.' } : { mute: length };
}

/** Whom to invite: another organization, or the people whose name fits. */
export type Invited = { kind: 'organization' } | { kind: 'person'; name: string } | { kind: 'nobody' };

export function readInvite(args: string): Invited {
  if (/^org(ani[sz]ation)?$/i.test(args)) return { kind: 'organization' };
  const name = args.replace(/^@/, '').trim();
  return name === '' ? { kind: 'nobody' } : { kind: 'person', name };
}

/** The people of a name, exactly or else in part, who aren't in the channel. */
export function invitable<P extends ShownPerson>(
  people: readonly P[],
  members: readonly Pick<ShownPerson, 'userId'>[],
  name: string,
): P[] {
  const sought = foldText(name);
  const there = new Set(members.map(({ userId }) => userId));
  const found = people.filter(
    ({ userId, displayName }) => !there.has(userId) && foldText(displayName).includes(sought),
  );
  const exact = found.filter(({ displayName }) => foldText(displayName) === sought);
  return exact.length > 0 ? exact : found;
}

/** Whether colleagues can be added to a channel: not to a direct conversation. */
export const addsPeople = (channel: ShownChannel): channel is ChatChannel | OrgChannel =>
  channel.channelType === 'TEAM' || channel.channelType === 'NETWORK_ORG_TO_ORG';

/** Where nothing of ours is a page: what is called by programs, and sign-in. */
const NO_PAGES = /^\/(api|oidc|sandbox|assets|files)(\/|$)/;

/** The path of one of our own pages, as an address or a path names it; null for anything else. */
export function ownPath(typed: string, origin: string): string | null {
  if (/\s/.test(typed) || !/^(https?:\/\/|\/(?![/\\]))/i.test(typed) || !URL.canParse(typed, origin)) return null;
  const url = new URL(typed, origin);
  if (url.origin !== origin || url.username !== '' || NO_PAGES.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
