import {
  BaseSearchSource,
  type Channel,
  createMentionsMiddleware,
  insertItemWithTrigger,
  type MentionSuggestion,
  MentionsSearchSource,
  type Suggestion,
  type TextComposerMiddleware,
} from 'stream-chat';
import type { ShownChannel, ShownPerson } from '../../../domain/chat/channel';
import { suggestedCommands } from '../../../domain/chat/commands';
import { chat } from '../../../domain/chat/contract';
import { suggestedPeople } from '../../../domain/chat/mentions';
import { call } from '../../providers/call';

export { readTyped } from '../../../domain/chat/commands';

type Found = { id: string; name: string };

/** People the reader can mention, asked of the platform when the first “@” is typed; offline those in the channel. */
class People extends MentionsSearchSource {
  readonly #ask: () => Promise<readonly ShownPerson[]>;
  #people: Promise<readonly ShownPerson[]> | undefined;

  constructor(channel: Channel, ask: () => Promise<readonly ShownPerson[]>) {
    super(channel, { debounceMs: 0 });
    this.#ask = ask;
  }

  override async query(typed: string) {
    if (typed === '' || this.#people === undefined) this.#people = this.#ask();
    const people = suggestedPeople(await this.#people, typed);
    const items = people.map(({ userId: id, displayName: name, profileImageUri: image }) =>
      this.toUserSuggestion({ id, name, ...(image ? { image } : {}) }, typed),
    );
    return { items: items as MentionSuggestion[], next: null };
  }
}

/** What fits a search, at once. */
class Finder extends BaseSearchSource<Found> {
  readonly type: string;
  readonly #find: (typed: string) => Promise<Found[]>;

  constructor(type: string, find: (typed: string) => Promise<Found[]>) {
    super({ debounceMs: 0, allowEmptySearchString: true, pageSize: 100 });
    this.type = type;
    this.#find = find;
    this.activate();
  }

  override async query(typed: string) {
    return { items: await this.#find(typed), next: null };
  }

  protected override filterQueryResults(items: Found[]) {
    return items;
  }
}

type Suggesting = {
  id: string;
  trigger: string;
  source: Finder;
  /** What is searched for; null where nothing is suggested. */
  queryOf: (before: string) => string | null;
  insert: (found: Found) => string;
};

const suggesting = ({ id, trigger, source, queryOf, insert }: Suggesting): TextComposerMiddleware =>
  ({
    id,
    handlers: {
      onChange: ({ state, next, complete }) => {
        const query = queryOf(state.text.slice(0, state.selection.end));
        const { suggestions, ...rest } = state;
        if (query === null) return next(suggestions?.trigger === trigger ? rest : state);
        return complete({ ...state, suggestions: { query, searchSource: source as never, trigger } });
      },
      onSuggestionItemSelect: ({ state, complete, forward }) => {
        const chosen = state.change?.selectedSuggestion as (Suggestion & Found) | undefined;
        if (!chosen || state.suggestions?.trigger !== trigger) return forward();
        const { suggestions: _, ...rest } = state;
        const { text, selection } = state;
        return complete({
          ...rest,
          ...insertItemWithTrigger({ insertText: insert(chosen), selection, text, trigger }),
        });
      },
    },
  }) satisfies TextComposerMiddleware;

const MOST_EMOJI = 8;
const EMOJI = /(?:^|\s):([a-z][a-z_]+)$/i;

/** Suggests commands after “/”, people after “@”, and emoji after “:”, in place of the library's. */
export function suggestsIn(live: Channel, { cid, members }: ShownChannel, orgId: number | null): void {
  const others = members.filter(({ userId }) => userId !== live.getClient().userID);
  const people = new People(live, () =>
    orgId === null
      ? Promise.resolve(others)
      : call(chat.mentionable, { params: { orgId, cid } }, { quiet: true }).catch(() => others),
  );
  const commands = new Finder('verdant-commands', async (typed) =>
    suggestedCommands(`/${typed}`).map((command) => ({ ...command, id: command.name })),
  );
  const emojis = new Finder('emoji', async (typed) => {
    const { findEmojis, loadEmojis, readTone, toned } = await import('../emoji/emojis');
    const found = findEmojis(await loadEmojis(), typed).slice(0, MOST_EMOJI);
    return found.map((one) => {
      const native = toned(one, readTone());
      return { id: one.emoji, name: one.label, native, tokenizedDisplayName: { token: typed, parts: [one.label] } };
    });
  });
  const { middlewareExecutor } = live.messageComposer.textComposer;
  middlewareExecutor.replace([
    createMentionsMiddleware(live, { searchSource: people }) as TextComposerMiddleware,
    suggesting({
      id: 'stream-io/text-composer/commands-middleware',
      trigger: '/',
      source: commands,
      queryOf: (before) => (suggestedCommands(before).length > 0 ? before.slice(1) : null),
      insert: ({ name }) => `/${name} `,
    }),
    suggesting({
      id: 'verdant/emoji',
      trigger: ':',
      source: emojis,
      queryOf: (before) => EMOJI.exec(before)?.[1] ?? null,
      insert: (found) => `${'native' in found ? String(found.native) : found.name} `,
    }),
  ]);
}
