import { lazy, Suspense } from 'react';
import {
  defaultReactionOptions,
  type MessageReactionsDetailProps,
  type ReactionOptions,
  type ReactionSelectorProps,
} from 'stream-chat-react';
import { emojiOf } from '../../../domain/chat/reactions';

type Options = Exclude<ReactionOptions, unknown[]>;
type Option = NonNullable<Options['extended']>[string];

const FIRST = '1f389';
const known = new Map<string, Option>();

const shows = (emoji: string | null) => () => emoji;

function optionOf(type: string): Option | undefined {
  const emoji = emojiOf(type);
  if (emoji === null) return undefined;
  const option = known.get(type) ?? { Component: shows(emoji), name: emoji };
  known.set(type, option);
  return option;
}

/** The library's few reactions, and every emoji under its code points, without a list of them. */
export const reactionOptions: ReactionOptions = {
  quick: (defaultReactionOptions as Options).quick,
  extended: new Proxy<Record<string, Option>>(
    { [FIRST]: { Component: shows(emojiOf(FIRST)) } },
    { get: (_, type) => (typeof type === 'string' ? optionOf(type) : undefined) },
  ),
};

const LazyAny = lazy(() => import('./AnyReaction'));
const LazyDetail = lazy(() => import('./ReactionsDetail'));

export const AnyReaction = (props: ReactionSelectorProps) => (
  <Suspense>
    <LazyAny {...props} />
  </Suspense>
);

export const ReactionsDetail = (props: MessageReactionsDetailProps) => (
  <Suspense>
    <LazyDetail {...props} />
  </Suspense>
);
