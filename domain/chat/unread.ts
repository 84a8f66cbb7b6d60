import { z } from 'zod';
import { member } from '../access/ability';
import { get, OrgScope } from '../contract/endpoint';

export const Unread = z.strictObject({
  /** Unread messages in this organization's channels, without muted ones. */
  total: z.number().int().nonnegative(),
});

/** A call of the conversations', apart from the others because every page makes it. */
export const unread = get('/orgs/:orgId/chat/unread', {
  summary: 'Your unread message count',
  part: 'chat',
  params: OrgScope,
  returns: Unread,
  requires: member,
  inPersonOnly: true,
});
