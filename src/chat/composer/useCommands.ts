import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Channel, MessageCompositionMiddleware } from 'stream-chat';
import { useChannelActionContext } from 'stream-chat-react';
import type { ShownChannel } from '../../../domain/chat/channel';
import type { Typed } from '../../../domain/chat/commands';
import { useSession } from '../../providers/session';
import { reportError } from '../../providers/snackbar';

/** What was sent and isn't a message yet. */
export type Asked = Exclude<Typed, { kind: 'message' }>;

/** What is posted instead of what was typed, and by which command. */
export type Posted = { text: string; command_name?: string; command_args?: string };

const ID = 'verdant/commands';

/** What reads and suggests commands, which the first message doesn't wait for. */
const late = () => import('./suggestions');

/**
 * Holds what is sent back while it is a command: it is asked about first, and only `post` sends something. Also suggests
 * commands, people and emoji while somebody types.
 */
export function useCommands(live: Channel, channel: ShownChannel) {
  const { sendMessage } = useChannelActionContext();
  const orgId = useSession().scope?.orgId ?? null;
  const [asked, setAsked] = useState<Asked | null>(null);
  const posted = useRef<Posted | null>(null);
  const suggest = useEffectEvent(() => {
    late().then(
      ({ suggestsIn }) => suggestsIn(live, channel, orgId),
      // Without it nothing is suggested.
      () => undefined,
    );
  });

  useEffect(() => {
    const { messageComposer } = live;
    const held: MessageCompositionMiddleware = {
      id: ID,
      handlers: {
        compose: async ({ state, next, discard, forward }) => {
          const instead = posted.current;
          if (instead !== null) {
            const { localMessage, message } = state;
            return next({
              ...state,
              localMessage: { ...localMessage, ...instead },
              message: { ...message, ...instead },
            });
          }
          const { text } = messageComposer.textComposer;
          if (messageComposer.editedMessage || !text.startsWith('/')) return forward();
          try {
            const typed = (await late()).readTyped(text);
            if (typed.kind === 'message') return forward();
            setAsked(typed);
          } catch (error) {
            reportError(error);
          }
          return discard();
        },
      },
    };
    const { compositionMiddlewareExecutor: executor } = messageComposer;
    const after = 'stream-io/message-composer-middleware/text-composition';
    executor.insert({ middleware: [held], position: { after }, unique: true });
    return () => executor.remove(ID);
  }, [live]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another channel or organization suggests other people
  useEffect(suggest, [live, channel.cid, orgId]);

  useEffect(
    () =>
      live.messageComposer.textComposer.state.subscribeWithSelector(
        ({ text }) => ({ text }),
        (_, before) => before && setAsked(null),
      ),
    [live],
  );

  const clear = useCallback(() => {
    setAsked(null);
    live.messageComposer.clear();
  }, [live]);

  const post = async (words: Posted) => {
    posted.current = words;
    const composition = await live.messageComposer.compose().finally(() => {
      posted.current = null;
    });
    if (!composition) return;
    clear();
    const { localMessage, message, sendOptions: options } = composition;
    await sendMessage({ localMessage, message, ...(options ? { options } : {}) });
  };
  return { asked, post, clear, cancel: () => setAsked(null) };
}
