import { create } from 'zustand';

/** What a message was added to, in words: "Added to", and the record with its page. */
export type ShownLink = { key: string; added: string; name: string; path: string; by: string };

/** By message, of the open conversation. */
export const useMessageLinks = create<ReadonlyMap<string, readonly ShownLink[]>>(() => new Map());
