import { org } from './inputs';
import type { Extras, Samples } from './sample';

/** Valid calls about channels with other organizations. */
export const channelSamples = {
  orgChannels: {
    list: { as: 'seller', input: (w) => ({ params: org(w) }) },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { ...org(w), cid: w.channels.joinedCid },
        body: { channelType: 'NETWORK_ORG_TO_ORG', channelTopic: 'Spring harvest' },
      }),
    },
    join: { as: 'seller', input: (w) => ({ params: { ...org(w), cid: w.channels.cid } }) },
    leave: { as: 'seller', input: (w) => ({ params: { ...org(w), cid: w.channels.joinedCid } }) },
  },
  counterparts: {
    find: { as: 'seller', input: (w) => ({ params: org(w), query: { of: 'ORDER', orderId: w.orderId } }) },
  },
  channelInvites: {
    list: { as: 'seller', input: (w) => ({ params: org(w) }) },
    send: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { invitedOrgId: w.channels.invitable, topic: 'Menus' } }),
    },
    update: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), id: w.channels.inviteId }, body: { status: 'ACCEPTED' } }),
    },
  },
} satisfies Partial<Samples>;

/** Ids that these calls take besides. */
export const channelExtras: Extras = {
  orgChannels: {
    update: {
      calls: [
        (w) => ({
          params: { ...org(w), cid: w.channels.cid },
          body: { channelType: 'NETWORK_ORG_TO_ORG', userIdsToAdd: [w.seller.owner.user.id] },
        }),
        (w) => ({
          params: { ...org(w), cid: w.channels.joinedCid },
          body: { channelType: 'NETWORK_ORG_TO_ORG', userIdsToRemove: [w.colleague.userId] },
        }),
      ],
    },
  },
  counterparts: {
    find: {
      calls: [
        (w) => ({ params: org(w), query: { of: 'OFFER', offerUuid: w.deals.offers.forPartners } }),
        (w) => ({ params: org(w), query: { of: 'BID', bidId: w.deals.bids.countered.bidId } }),
        (w) => ({ params: org(w), query: { of: 'INTAKE', licenseId: w.seller.license.id, intakeId: w.intakeId } }),
        (w) => ({ params: org(w), query: { of: 'LISTING', listingType: 'brand', listingId: w.seller.brand.id } }),
      ],
      common: { 'query.listingId': 'Every listing of the directory says whose it is.' },
    },
  },
  channelInvites: {
    send: {
      common: { 'body.invitedOrgId': 'Any organization can be invited.' },
      begins: {
        'body.invitedOrgId': ['audit_log', 'channel_invites', 'notifications', 'notification_groups', 'held_letters'],
      },
    },
  },
};
