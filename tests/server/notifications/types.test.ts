import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CustomAbout } from '../../../domain/notifications/custom';
import { NOTIFICATION_TYPE_IDS, type NotificationType } from '../../../domain/notifications/notification';

/** Of a type: who gets it, who doesn't, what ends it, and the file of this folder that shows it. */
type Row = { gets: string; not: string; ends: string; shown: string };
const TYPES: Record<Exclude<NotificationType, 'CUSTOM'>, Row> = {
  NEW_BUYER_ORDER: {
    gets: 'the order’s sales reps and whom its company’s settings name, else the owner',
    not: 'the buyer; reps of other orders',
    ends: 'settled once the order no longer waits',
    shown: 'told',
  },
  ORG_TO_ORG_INVITE_RECEIVED: {
    gets: 'who answers channel invites for the invited organization',
    not: 'their other colleagues; the organization that invites',
    ends: 'settled by an answer, gone with a withdrawal',
    shown: '../chat/channel-invites',
  },
  ORG_TO_ORG_INVITE_ACCEPTED: {
    gets: 'who invited, or else who invites for their organization',
    not: 'the organization that accepted',
    ends: 'nothing',
    shown: '../chat/channel-invites',
  },
  SUBSCRIPTION_UPGRADED: {
    gets: 'who reads billing',
    not: 'other colleagues; anybody at a downgrade',
    ends: 'nothing',
    shown: 'types-people',
  },
  CONNECTION_INVITE_RECEIVED: {
    gets: 'the invited person',
    not: 'who invited them',
    ends: 'settled by an answer, gone with a withdrawal',
    shown: 'types-people',
  },
  CONNECTION_INVITE_ACCEPTED: {
    gets: 'who invited',
    not: 'who accepted',
    ends: 'gone with the connection',
    shown: 'types-people',
  },
  ORG_INVITE_RECEIVED: {
    gets: 'the person of the invited email',
    not: 'who invited them',
    ends: 'settled by an answer, gone with a withdrawal',
    shown: 'told',
  },
  BRAND_INVITE_RECEIVED: {
    gets: 'the person of the invited email',
    not: 'who invited them',
    ends: 'settled by an answer, gone with a withdrawal',
    shown: 'types-people',
  },
  ITEM_SHARED_WITH_YOU: {
    gets: 'the brand owner’s people who see the brand and read shares',
    not: 'their colleagues without the brand; the license’s holder',
    ends: 'gone when the share ends',
    shown: 'types-shares',
  },
  ITEM_SHARED_WITH_OTHER: {
    gets: 'the license holder’s people who see the license and read shares',
    not: 'who assigned the items; the brand’s owner',
    ends: 'gone when the share ends',
    shown: 'types-shares',
  },
  ITEM_SHARING_REQUESTED: {
    gets: 'the license holder’s people who see the license and may share',
    not: 'who assigned the items; who asks; colleagues without the license',
    ends: 'settled by the answer, gone with a withdrawal',
    shown: 'types-shares',
  },
  ITEM_AUTO_ASSIGNED: {
    gets: 'colleagues who read the inventory and see the brand',
    not: 'who added the rule; colleagues without the brand or the inventory; other organizations',
    ends: 'nothing',
    shown: 'types-inventory',
  },
  ITEM_ASSIGNED: {
    gets: 'colleagues who read the inventory and see the brand, one entry a call',
    not: 'who assigned; colleagues without the brand or the inventory; other organizations',
    ends: 'nothing',
    shown: 'types-inventory',
  },
  NEW_BRAND_IN_REVIEW: {
    gets: 'support staff',
    not: 'who suggested it, and their colleagues',
    ends: 'settled for all by a review, gone when the brand is given up',
    shown: 'types-brands',
  },
  BRAND_CREATED: {
    gets: 'who suggested it',
    not: 'their colleagues; who approved it',
    ends: 'nothing',
    shown: 'types-brands',
  },
  HISTORICAL_SYNC_COMPLETE: {
    gets: 'who manages the license',
    not: 'other colleagues',
    ends: 'nothing',
    shown: 'types-people',
  },
  PARTNER_ORG_GRANTED: {
    gets: 'who may share at the partner, and sees the brand or asked for it',
    not: 'the brand’s owner; colleagues with other brands or without the permission',
    ends: 'settled when the partnership ends',
    shown: 'types-partners',
  },
  PARTNER_ORG_REQUESTED: {
    gets: 'who may share at the brand’s owner, and sees the brand',
    not: 'who asked; colleagues with other brands or without the permission',
    ends: 'settled by the answer, gone when it is withdrawn',
    shown: 'types-partners',
  },
  SHARED_BRAND_REQUEST_RECEIVED: {
    gets: 'the license holder’s people who see the license and may share',
    not: 'who asks, and their colleagues; colleagues without the license',
    ends: 'settled by the answer, gone with a withdrawal',
    shown: 'types-shares',
  },
  LICENSE_SHARED_WITH_YOUR_BRAND: {
    gets: 'the brand owner’s people who see the brand and read shares',
    not: 'the license’s holder; colleagues without the brand',
    ends: 'gone when the share ends',
    shown: 'types-shares',
  },
};

/** The same of the type `CUSTOM`, by what it is about. */
const CUSTOM: Record<CustomAbout, Row> = {
  CHAT_MENTION: {
    gets: 'who a message mentions for the first time, and is in its channel',
    not: 'its author; who muted the channel or is blocked; anybody of a silent message',
    ends: 'gone with the message',
    shown: '../chat/mentions',
  },
  MENTION: {
    gets: 'whom the comment names for the first time, while they see the order',
    not: 'its writer; other colleagues; the buyer',
    ends: 'gone with the comment',
    shown: 'types-orders',
  },
  PROBLEM_REPORTED: {
    gets: 'the order’s people who see it',
    not: 'the buyer; colleagues who only see other orders',
    ends: 'settled by an answer',
    shown: 'types-orders',
  },
  PROBLEM_ANSWERED: {
    gets: 'who reported it',
    not: 'their colleagues; the seller',
    ends: 'nothing',
    shown: 'types-orders',
  },
  ORDER_CANCELLED: {
    gets: 'the order’s people who see it',
    not: 'the buyer; colleagues who only see other orders',
    ends: 'nothing',
    shown: 'types-orders',
  },
  ORDER_NEWS: {
    gets: 'who placed the order, and colleagues who chose such emails, as long as they see it',
    not: 'other colleagues; the seller',
    ends: 'nothing',
    shown: 'types-orders',
  },
  APPROVAL_ASKED: {
    gets: 'the members asked who may approve',
    not: 'who asks; other colleagues; the seller',
    ends: 'settled by the decision, a withdrawal, or a rule that asks for none',
    shown: 'types-buying',
  },
  APPROVAL_DECIDED: {
    gets: 'who asked',
    not: 'who decided; other colleagues; who withdrew it themselves',
    ends: 'nothing',
    shown: 'types-buying',
  },
  BID_WAITS: {
    gets: 'who made the offer, or the bid, whoever’s turn it is',
    not: 'who bid or countered; colleagues; others',
    ends: 'settled when it is answered, withdrawn or expires',
    shown: 'types-deals',
  },
  BID_ENDED: {
    gets: 'who made the bid, accepted or declined; who made the offer, of a withdrawal',
    not: 'who ended it',
    ends: 'nothing',
    shown: 'types-deals',
  },
  FOLLOWED: {
    gets: 'who follows the product',
    not: 'colleagues; the seller',
    ends: 'hidden once it isn’t followed',
    shown: 'types-buying',
  },
  DIFFERENCE_ASKED: {
    gets: 'the colleague asked',
    not: 'who asks; other colleagues',
    ends: 'settled with the difference, gone when somebody else is asked',
    shown: 'types-inventory',
  },
  INTAKE_TODO: {
    gets: 'colleagues who confirm incoming packages and see the license it comes to',
    not: 'who only views them; colleagues of other licenses; other organizations',
    ends: 'settled when nothing is left to do, gone when the sender voids it',
    shown: 'types-intakes',
  },
  SENT_TODO: {
    gets: 'people of the sending organization who see packages and the license that sent it',
    not: 'their colleagues of other licenses, or without inventory; senders that aren’t here',
    ends: 'settled when nothing is left to do, gone when it is voided',
    shown: 'types-intakes',
  },
  HARVEST_REFUSED: {
    gets: 'colleagues who work on harvests and see the license',
    not: 'who only views them; colleagues of other licenses; other organizations',
    ends: 'settled when nothing refused is left, gone with the harvest',
    shown: 'types-harvests',
  },
  CHAT_EXPORTED: {
    gets: 'who asked for the file, once it is ready',
    not: 'other admins; who asked and left the team',
    ends: 'gone with the file, a week later',
    shown: '../chat/chat-export',
  },
  ROADMAP_CHANGED: {
    gets: 'who follows the entry or what was merged into it, each once',
    not: 'who stopped following; who is in no organization anymore; support staff who changed it',
    ends: 'gone with the entry',
    shown: '../roadmap/roadmap',
  },
  API_KEY_EXPIRES: {
    gets: 'who made the key, a week before it expires',
    not: 'who else manages keys; makers of keys for a few days',
    ends: 'settled when it is given another day or revoked',
    shown: '../api-keys/expiry',
  },
  ENDPOINT_TROUBLE: {
    gets: 'who manages the organization’s webhooks',
    not: 'colleagues who don’t; other organizations',
    ends: 'settled when it works again or is resumed, gone with the endpoint',
    shown: '../webhooks/trouble',
  },
  CLAIM_WAITS: {
    gets: 'support staff',
    not: 'whose license it is; who asked',
    ends: 'settled by the decision',
    shown: '../licenses/disputes',
  },
  CLAIM_DECIDED: {
    gets: 'who asked; who manages licenses where one was removed',
    not: 'their colleagues; who decided',
    ends: 'nothing',
    shown: '../licenses/disputes',
  },
  LICENSE_WATCHED: {
    gets: 'who began to watch the license, and who manages a customer with it',
    not: 'colleagues without such customers; whose license it is',
    ends: 'settled when the license is renewed, gone when nobody watches it',
    shown: '../licenses/watches',
  },
  REPORT_UNSENT: {
    gets: 'who scheduled the report',
    not: 'who doesn’t get it; other colleagues',
    ends: 'settled when it is emailed again, gone with the report',
    shown: 'types-reports',
  },
};

const emitted = globSync('server/**/*.ts', { exclude: (path) => `${path}`.includes('server/notifications/types') })
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const tells = (name: string) => emitted.includes(`type: '${name}'`) || emitted.includes(`about: '${name}'`);
const rows = Object.entries({ ...TYPES, ...CUSTOM });

test('every type is in the table', () => {
  expect([...Object.keys(TYPES), 'CUSTOM'].sort()).toEqual([...NOTIFICATION_TYPE_IDS].sort());
});

test.each(rows)('%s is told where it happens', (name) => {
  expect(tells(name)).toBe(true);
});

test.each(rows)('%s is shown to whom it is for by a test', (name, row) => {
  const file = new URL(`./${row.shown}.test.ts`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
});
