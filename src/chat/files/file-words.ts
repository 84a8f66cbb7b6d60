import type { Channel } from 'stream-chat';
import { create } from 'zustand';

/** What was said last about files that somebody chose, by channel. */
export const useFileWords = create<Readonly<Record<string, readonly string[]>>>(() => ({}));

export const sayOfFiles = (live: Channel, words: readonly string[]): void =>
  useFileWords.setState({ [live.cid]: words });
