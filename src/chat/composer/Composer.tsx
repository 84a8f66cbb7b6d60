import { lazy, Suspense, useId } from 'react';
import type { Channel } from 'stream-chat';
import {
  EmoticonItem,
  MentionItem,
  MessageComposer,
  SuggestionList,
  type SuggestionListItemComponentProps,
  type SuggestionListProps,
  useStateStore,
} from 'stream-chat-react';
import type { ChannelMember, ShownChannel } from '../../../domain/chat/channel';
import type { Command } from '../../../domain/chat/commands';
import css from './Composer.module.css';
import { useCommands } from './useCommands';

/** Most messages are no commands. */
const CommandPreview = lazy(() => import('./CommandPreview'));
const CommandHint = lazy(() => import('./CommandHint'));

type Props = {
  live: Channel;
  channel: ShownChannel;
  colleagues: readonly ChannelMember[];
  labelId: string;
  focusField: () => void;
};

/** Where messages are written, with what a command would do above it before anything happens. */
export function Composer({ live, channel, colleagues, labelId, focusField }: Props) {
  const hintId = useId();
  const { asked, post, clear, cancel } = useCommands(live, channel);
  const { text } = useStateStore(live.messageComposer.textComposer.state, ({ text }) => ({ text }));
  const closing =
    <A extends unknown[]>(act: (...given: A) => unknown) =>
    (...given: A) => {
      void act(...given);
      focusField();
    };
  return (
    <>
      {asked && (
        <Suspense>
          <CommandPreview
            key={text}
            asked={asked}
            text={text}
            live={live}
            channel={channel}
            colleagues={colleagues}
            onPost={closing(post)}
            onDone={closing(clear)}
            onCancel={closing(cancel)}
          />
        </Suspense>
      )}
      <MessageComposer
        audioRecordingEnabled={false}
        preventClearingOnUnmount
        additionalTextareaProps={{
          placeholder: `Message ${channel.name}`,
          'aria-labelledby': labelId,
          'aria-describedby': hintId,
        }}
      />
      <p id={hintId} className={css.hint}>
        {text.startsWith('/') && (
          <Suspense>
            <CommandHint text={text} />
          </Suspense>
        )}
      </p>
    </>
  );
}

function CommandItem({ entity, focused: _, className, ...rest }: SuggestionListItemComponentProps) {
  const { name, args, does } = entity as Command;
  return (
    <button type="button" {...rest} className={`${css.command} ${className ?? ''}`}>
      <span>
        <b>/{name}</b> <span className="muted">{args}</span>
      </span>
      <span className="muted small">{does}</span>
    </button>
  );
}

const ITEMS = {
  '/': CommandItem,
  ':': (props: SuggestionListItemComponentProps) => <EmoticonItem {...props} entity={props.entity as never} />,
  '@': (props: SuggestionListItemComponentProps) => <MentionItem {...props} entity={props.entity as never} />,
};

/** A list that opens under a resting pointer isn't chosen from by it. */
const onHover = () => {};

/** The library's suggestions, with our commands. */
export const Suggestions = (props: SuggestionListProps) => (
  <SuggestionList {...props} setFocusedItemIndex={onHover} suggestionItemComponents={ITEMS} />
);
