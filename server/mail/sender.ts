import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** Whom mail is from. */
export type Sender = { readonly name: string; readonly address: string };

const FORM = /^(?:(?<name>[^<>]*)<(?<named>[^<>\s]+)>|(?<bare>[^<>\s]+))$/;
const CONTROL = /\p{Cc}/u;

/** Reads `Name <address>`, the name in quotes or not, or an address alone; null for anything else. */
export function readSender(text: string): Sender | null {
  const { name = '', named, bare } = FORM.exec(text.trim())?.groups ?? {};
  const address = named ?? bare;
  if (CONTROL.test(text) || !z.email().safeParse(address).success) return null;
  const plain = name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(/\\(.)/g, '$1');
  return { name: plain, address: address ?? '' };
}

const PLATFORM = 'Verdant';
const LONGEST_NAME = 60;
/** What breaks a line, hides, or turns the direction of what follows. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/gu;
/** What makes a name look like an address. */
const ADDRESS_MARKS = /[<>@"\\]+/g;

/** A company's or person's mail: theirs by name, by way of the platform, from the platform's address. */
export function senderOf(from: Sender, sender?: string): Sender {
  const name = shortened((sender ?? '').toWellFormed().replaceAll(ADDRESS_MARKS, ' '), LONGEST_NAME);
  if (name === '') return from;
  return { name: `${name} via ${from.name || PLATFORM}`, address: from.address };
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A line of at most so many letters, without what can't be seen. */
export function shortened(text: string, most: number): string {
  const line = text.toWellFormed().replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim();
  const parts = Array.from(letters.segment(line), ({ segment }) => segment);
  return parts.length <= most
    ? line
    : `${parts
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** A letter's Message-ID: the same whenever it is tried. */
export function messageId({ address }: Sender, id: string): string {
  return `<${id.replaceAll(/[^\w.-]/g, '-')}@${domainToASCII(address.slice(address.lastIndexOf('@') + 1))}>`;
}
