import type { Db } from '../../../server/db/client';
import {
  changeFiles,
  changeRows,
  changes,
  directoryListEntries,
  directoryLists,
  reportMailingRecipients,
  reportMailings,
  savedSearches,
} from '../../../server/db/schema';
import { type MemberFixture, only, type SellerFixture } from '../factories';

/** What people keep of lists: saved searches, scheduled emails and bulk actions. */
export interface ViewsWorld {
  savedSearchId: number;
  /** Another, which nobody has emailed. */
  unmailedSearchId: number;
  productSearchId: number;
  packageSearchId: number;
  /** Two reports the seller’s owner has emailed to a colleague, and one the colleague has emailed to them. */
  mailingIds: { own: number; other: number; received: number };
  /** Started by the seller's owner. */
  bulkActId: number;
  undoableActId: number;
  /** A list of listings with the seller’s brand. */
  directoryListId: number;
}

type Of = { seller: SellerFixture; colleague: Pick<MemberFixture, 'orgUserId'>; orderId: number };

export async function makeViewsWorld(db: Db, { seller, colleague, orderId }: Of): Promise<ViewsWorld> {
  const searching = { orgId: seller.org.id, companyId: seller.company.id, orgUserId: seller.owner.orgUserId };
  const searchCalled = async (name: string) => {
    const search = { filters: { paid: true }, sortBy: 'created', sortDesc: true };
    return only(
      await db
        .insert(savedSearches)
        .values({ ...searching, list: 'orders', name, search })
        .returning(),
    );
  };
  const savedSearch = await searchCalled('Paid');
  const productSearch = only(
    await db
      .insert(savedSearches)
      .values({
        ...searching,
        list: 'products',
        name: 'Parents',
        search: { filters: { parent: true }, sortBy: 'name', sortDesc: false },
      })
      .returning(),
  );
  const packageSearch = only(
    await db
      .insert(savedSearches)
      .values({
        ...searching,
        list: 'packages',
        name: 'Held',
        search: { filters: { selectedStatuses: ['ON_HOLD'] }, sortBy: 'label', sortDesc: false },
      })
      .returning(),
  );
  const mailed = async (from: number, to: number) => {
    const { id: mailingId } = only(await db.insert(reportMailings).values(mailingOf(seller.org.id, from)).returning());
    await db.insert(reportMailingRecipients).values({ orgId: seller.org.id, mailingId, orgUserId: to });
    return mailingId;
  };
  const begun = { path: '/leaflink/orders/bulk', entity: 'order', act: 'transition', timeZone: 'UTC', total: 1 };
  const bulkAct = only(
    await db
      .insert(changes)
      .values({ ...begun, orgId: seller.org.id, userId: seller.owner.user.id, input: { status: 'DRAFT' } })
      .returning(),
  );
  await db.insert(changeFiles).values({
    orgId: seller.org.id,
    changeId: bulkAct.id,
    number: 1,
    name: 'S1.pdf',
    total: 1,
    content: Buffer.from('S1'),
  });
  const directoryList = only(
    await db
      .insert(directoryLists)
      .values({ orgId: seller.org.id, name: 'Who we buy from', createdAt: new Date(), updatedAt: new Date() })
      .returning(),
  );
  await db.insert(directoryListEntries).values({
    orgId: seller.org.id,
    listId: directoryList.id,
    listingType: 'brand',
    listingId: seller.brand.id,
    createdAt: new Date(),
  });
  return {
    savedSearchId: savedSearch.id,
    unmailedSearchId: (await searchCalled('Paid this time')).id,
    productSearchId: productSearch.id,
    packageSearchId: packageSearch.id,
    mailingIds: {
      own: await mailed(seller.owner.orgUserId, colleague.orgUserId),
      other: await mailed(seller.owner.orgUserId, colleague.orgUserId),
      received: await mailed(colleague.orgUserId, seller.owner.orgUserId),
    },
    bulkActId: bulkAct.id,
    directoryListId: directoryList.id,
    undoableActId: await makeUndoable(db, seller, orderId),
  };
}

/** A finished bulk action on an order, whose ship date was changed since. */
async function makeUndoable(db: Db, { org, owner }: SellerFixture, orderId: number): Promise<number> {
  const begun = { path: '/leaflink/orders/bulk', entity: 'order', act: 'setShipDate', timeZone: 'UTC', total: 1 };
  const own = { orgId: org.id, userId: owner.user.id, input: { shipDate: '2019-01-02' } };
  const ended = { state: 'DONE', succeeded: 1, undoable: 1, finishedAt: new Date() } as const;
  const act = only(
    await db
      .insert(changes)
      .values({ ...begun, ...own, ...ended })
      .returning(),
  );
  const dates = (shipDate: string) => ({ shipDate, paymentDueDate: null });
  const kept = { before: dates('2019-01-01'), after: dates('2019-01-02') };
  await db
    .insert(changeRows)
    .values({ orgId: org.id, changeId: act.id, position: 0, subjectId: orderId, label: 'S1', ok: true, kept });
  return act.id;
}

const mailingOf = (orgId: number, orgUserId: number) => ({
  orgId,
  orgUserId,
  name: 'Monday revenue',
  search: {
    filters: {},
    viewOptions: { reportType: 'REVENUE', interval: 'MONTH', split: 'NONE', value: 'quantity' } as const,
  },
  schedule: { repeat: 'WEEK', weekday: 1, monthDay: 1, hour: 7 } as const,
  timeZone: 'America/Los_Angeles',
});
