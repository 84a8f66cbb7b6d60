import { z } from 'zod';
import { member } from '../access/ability';
import { get, Id, Instant, OrgScope, post, RowId } from '../contract/endpoint';
import { lineOfText } from '../text';
import type { CardRef } from './refs';

/** What a message can become part of, where, and whom that tells. */
export const LINK_KINDS = {
  ORDER_COMMENT: { record: 'order', added: 'Added to' },
  ORDER_PROBLEM: { record: 'order', added: 'Reported with' },
  INTAKE_NOTE: { record: 'intake', added: 'Noted on' },
} as const;
export type LinkKind = keyof typeof LINK_KINDS;
export const LINK_KIND_IDS = Object.keys(LINK_KINDS) as [LinkKind, ...LinkKind[]];

/** Links a conversation or a record shows, newest first. */
export const MOST_LINKS = 500;

const Place = z.object({ cid: z.uuid(), messageId: lineOfText().min(1).max(255) });

/** What a message was added to: a comment or problem of an order, or a package of an intake. */
export const NewLink = z.discriminatedUnion('kind', [
  Place.extend({ kind: z.literal('ORDER_COMMENT'), orderId: Id, commentId: Id }),
  Place.extend({ kind: z.literal('ORDER_PROBLEM'), orderId: Id, problemId: Id }),
  Place.extend({ kind: z.literal('INTAKE_NOTE'), intakeId: Id, label: lineOfText().min(1).max(60) }),
]);
export type NewLink = z.infer<typeof NewLink>;

const Link = z.strictObject({
  cid: z.uuid(),
  messageId: z.string(),
  kind: z.enum(LINK_KIND_IDS),
  recordId: RowId,
  /** Of the comment or problem, or the package's tag. */
  partId: z.string(),
  by: z.string(),
  at: Instant,
});

export const RecordLink = Link;
export type RecordLink = z.infer<typeof RecordLink>;

/** The same beside its message, with the record as the reader may see it. */
export const MessageLink = Link.extend({ name: z.string(), path: z.string() });
export type MessageLink = z.infer<typeof MessageLink>;

/** The record of a link, as cards name it. */
export const recordOf = ({ kind, recordId }: Pick<RecordLink, 'kind' | 'recordId'>): CardRef => ({
  kind: LINK_KINDS[kind].record,
  id: String(recordId),
});

/** Where a message is read. */
export const messagePath = ({ cid, messageId }: Pick<RecordLink, 'cid' | 'messageId'>): string =>
  `/chat/messages/${cid}?message=${encodeURIComponent(messageId)}`;

/** What of messages became part of records. Each organization has its own, of which others never learn. */
export const messageLinks = {
  add: post('/orgs/:orgId/chat/message-links', {
    summary: 'Say of a record which message it comes from',
    part: 'chat',
    params: OrgScope,
    body: NewLink,
    returns: RecordLink,
    requires: member,
    refuses: ['NOT_FOUND'],
    audit: 'message-link',
    idempotent: true,
    transaction: 'each',
    inPersonOnly: true,
  }),
  ofChannel: get('/orgs/:orgId/chat/channels/:cid/links', {
    summary: 'What messages of a conversation were added to, as far as the reader sees that',
    part: 'chat',
    params: OrgScope.extend({ cid: z.uuid() }),
    returns: z.array(MessageLink),
    requires: member,
    inPersonOnly: true,
  }),
  ofRecord: get('/orgs/:orgId/chat/record-links', {
    summary: 'Which messages of the reader’s conversations an order or intake has something from',
    part: 'chat',
    params: OrgScope,
    query: z.object({ orderId: Id.optional(), intakeId: Id.optional() }),
    returns: z.array(RecordLink),
    requires: member,
    inPersonOnly: true,
  }),
};
