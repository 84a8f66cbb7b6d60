import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Notice } from '../../../domain/notifications/notice';
import { keyOf } from '../../../domain/notifications/settings';
import { counted } from '../../../domain/text';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { orgUsers, users } from '../../db/schema';
import { NO_ORGANIZATION } from '../../db/schema/tenant';
import { compose, type Details } from '../../mail/compose';
import { html } from '../../mail/html';
import type { JobData } from '../../queues';
import { openReader, organizationNames, saidOf } from '../feed';
import type { Said } from '../types/type';
import { type Held, stillToMail } from './still-to-mail';
import { withWayOut } from './way-out';

type Line = Said & { orgName: string | null };

/** The most a letter tells of; it says how many there are besides. */
const MOST_LINES = 30;

/**
 * Emails a person, at an address shown to be theirs, what they haven't seen in their feed: as they may see it now, without what they may no longer see and
 * what was done meanwhile.
 */
export async function mailFromFeed(services: Services, { userId, held }: JobData<'feed-letter'>): Promise<void> {
  const {
    database: { db },
    config: { publicUrl },
  } = services;
  const [person] = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt), isNull(users.deletedAt)));
  if (person === undefined) return;
  const left = await stillToMail(db, userId, held);
  const lines = await linesOf(db, userId, left);
  const [first] = lines;
  const [only] = left;
  if (first === undefined || only === undefined) return;
  const isOne = lines.length === 1;
  const { mail } = withWayOut(services, { userId, key: left.length === 1 ? keyOf(only as unknown as Notice) : 'ALL' });
  const head = isOne
    ? { subject: first.title, lead: `${first.title}.`, ...detailsOfOne(first) }
    : {
        subject: counted(lines.length, 'notification'),
        lead: 'This is new on Verdant:',
        details: detailsOf(lines.slice(0, MOST_LINES), publicUrl),
        more: lines.length > MOST_LINES ? [`And ${lines.length - MOST_LINES} more.`] : [],
      };
  await mail.send(
    compose(person, {
      kind: 'notice',
      ...head,
      action: isOne && first.route ? 'Open it' : 'Open Verdant',
      link: isOne && first.route ? `${publicUrl}${first.route}` : publicUrl,
      close: isOne
        ? 'You get this email because you chose to get such notifications by email.'
        : 'You get this email because you didn’t see these notifications yet.',
    }),
  );
}

/** What is said of each, the oldest first; nothing of what its reader may no longer see. */
async function linesOf(db: Db, userId: string, held: readonly (Held & { type: Notice['type'] })[]): Promise<Line[]> {
  const entries = held.map(({ type, orgId }, place) => ({
    name: String(place),
    type,
    orgId: orgId ?? NO_ORGANIZATION,
  }));
  const rows = held.map(({ payload }, id) => ({ id, groupName: String(id), payload }));
  const said = await saidOf(openReader(db, userId), entries, rows);
  const names = await organizationNames(db, userId, entries);
  const [{ places } = { places: 0 }] = await db
    .select({ places: count() })
    .from(orgUsers)
    .where(and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE')));
  return entries.flatMap(({ orgId }, id) => {
    const line = said.get(id);
    return line ? [{ ...line, orgName: places > 1 ? (names.get(orgId) ?? null) : null }] : [];
  });
}

const below = ({ subtitleLineOne, subtitleLineTwo, orgName }: Line) =>
  [subtitleLineOne, subtitleLineTwo, orgName ?? ''].filter(Boolean);

function detailsOfOne(line: Line): { more: string[] } {
  return { more: below(line) };
}

function detailsOf(lines: readonly Line[], publicUrl: string): Details {
  const linkOf = ({ route }: Line) => (route === null ? [] : [`${publicUrl}${route}`]);
  return {
    text: lines.map((line) => [`- ${line.title}`, ...below(line), ...linkOf(line)].join('\n  ')).join('\n'),
    html: html`<ul class="ink" style="margin:0 0 16px;padding-left:20px">${lines.map((line) => {
      const [link] = linkOf(line);
      const title = link
        ? html`<a class="link" href="${link}" style="color:#1f6b3b;font-weight:600">${line.title}</a>`
        : html`<b>${line.title}</b>`;
      return html`<li style="margin:0 0 12px">${title}${below(line).map((text) => html`<br><span class="quiet" style="color:#53635a">${text}</span>`)}</li>`;
    })}</ul>`,
  };
}
