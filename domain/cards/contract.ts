import { z } from 'zod';
import { member } from '../access/ability';
import { commaJoined, get, Id, OrgScope } from '../contract/endpoint';
import { Card } from './card';
import { MOST_CARDS_READ, readRef } from './refs';

const Ref = z.string().transform((text, context) => {
  const ref = readRef(text);
  if (ref === null) context.addIssue({ code: 'custom', message: 'Name a record, such as order:12' });
  return ref ?? z.NEVER;
});

/** What messages link to. Apart, so that conversations without links load none of it. */
export const cards = {
  read: get('/orgs/:orgId/chat/cards', {
    summary: 'Orders, offers, packages, intakes and products that messages link to, as far as the reader may see them',
    part: 'chat',
    params: OrgScope,
    query: z.object({
      refs: z.preprocess(
        commaJoined,
        z
          .array(Ref, 'Name at least one record')
          .min(1, 'Name at least one record')
          .max(MOST_CARDS_READ, `At most ${MOST_CARDS_READ} records at once`),
      ),
      /** The license products are priced for. */
      buyerLicenseId: Id.optional(),
    }),
    /** What isn't shown to the reader, or doesn't exist, is left out. */
    returns: z.array(Card),
    requires: member,
    refuses: ['NOT_FOUND'],
    days: 'reader',
    inPersonOnly: true,
  }),
};
