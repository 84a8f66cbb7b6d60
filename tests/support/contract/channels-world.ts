import type { Db } from '../../../server/db/client';
import {
  type BuyerFixture,
  makeChannelInvite,
  makeOrg,
  makeOrgChannel,
  type SellerFixture,
  type UserFixture,
} from '../factories';

/** What the seller and the buyer write to each other in. */
export interface ChannelsWorld {
  channels: {
    /** A channel of the two, with the seller's colleague, the buyer's owner and, unless `joined`, not the seller's owner. */
    cid: string;
    joinedCid: string;
    /** An invite the seller's organization got, and an organization it may invite. */
    inviteId: number;
    invitable: number;
  };
}

export async function makeChannelsWorld(
  db: Db,
  { seller, buyer, colleague }: { seller: SellerFixture; buyer: BuyerFixture; colleague: UserFixture },
): Promise<ChannelsWorld> {
  const theirs = { org: buyer.org, people: [buyer.owner.user] };
  const open = await makeOrgChannel(db, { one: { org: seller.org, people: [colleague] }, other: theirs });
  const joined = await makeOrgChannel(db, {
    one: { org: seller.org, people: [seller.owner.user, colleague] },
    other: theirs,
  });
  const sent = { from: buyer.org, to: seller.org, by: buyer.owner.user };
  return {
    channels: {
      cid: open.cid,
      joinedCid: joined.cid,
      inviteId: (await makeChannelInvite(db, sent)).id,
      invitable: (await makeOrg(db)).id,
    },
  };
}
