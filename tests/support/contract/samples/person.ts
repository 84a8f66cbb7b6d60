import { demoTrackingKey, demoWholesaleKey } from '../../../../server/sandbox/demo-keys';
import { PICTURE } from '../../files/pictures';
import type { World } from '../world';
import { nothing, org } from './inputs';
import type { Samples } from './sample';

const self = ({ seller }: World) => ({ params: { id: seller.owner.user.id } });

/** Valid calls of a person, the platform and third parties. */
export const personSamples = {
  session: {
    provider: { as: 'seller', input: nothing, shared: true },
    signIn: {
      as: 'seller',
      input: () => ({
        body: {
          code: 'never issued',
          codeVerifier: 'x'.repeat(43),
          redirectUri: 'https://verdant.example/callback',
          nonce: 'x'.repeat(16),
          linkCode: '0'.repeat(36),
        },
      }),
      shared: true,
      notCalled: 'a code comes from a provider’s pages, which the identity tests walk through',
    },
    mailLink: {
      as: 'seller',
      input: () => ({ body: { ticket: '0'.repeat(36) } }),
      shared: true,
      notCalled: 'a ticket comes from a sign-in at an outside issuer, which the identity tests walk through',
    },
    me: { as: 'seller', input: () => ({ query: {} }), shared: true },
    updateMe: { as: 'seller', input: () => ({ body: { firstName: 'Robin' } }), shared: true },
    deletion: { as: 'seller', input: nothing, shared: true },
    deleteMe: {
      as: 'seller',
      input: ({ seller }) => ({ body: { email: seller.owner.user.email } }),
      shared: true,
      notCalled: 'it would end the account every other sample uses; its own tests walk through it',
    },
    exportMine: { as: 'seller', input: nothing, shared: true },
    membership: { as: 'seller', input: nothing, shared: true },
    refresh: {
      as: 'seller',
      input: () => ({ body: { refreshToken: 'never issued' } }),
      shared: true,
      notCalled: 'a refresh token comes from a sign-in, which the identity tests walk through',
    },
    resetPassword: { as: 'seller', input: nothing, shared: true },
    resendVerification: { as: 'seller', input: nothing, shared: true },
    verifyEmail: {
      as: 'seller',
      input: () => ({ body: { inviteCode: '0'.repeat(36) } }),
      shared: true,
      notCalled: 'a code comes by mail, which the session tests read',
    },
    sessions: { as: 'seller', input: nothing, shared: true },
    endSession: {
      as: 'seller',
      input: () => ({ params: { sessionId: 'never begun' } }),
      notCalled: 'a session comes from a sign-in, which its own tests walk through',
    },
  },
  reference: {
    version: { as: 'seller', input: nothing, shared: true },
    siteFlags: { as: 'seller', input: nothing, shared: true },
    usStates: { as: 'seller', input: nothing, shared: true },
    licenseTypes: { as: 'seller', input: nothing, shared: true },
    features: { as: 'seller', input: nothing, shared: true },
    featureDependencies: { as: 'seller', input: nothing, shared: true },
  },
  connections: {
    list: { as: 'seller', input: nothing, shared: true },
    invite: { as: 'seller', input: (w) => ({ body: { invitedUserUUID: w.colleague.userId } }), shared: true },
    answer: {
      as: 'seller',
      input: (w) => ({ params: { id: w.connections.receivedId }, body: { status: 'ACCEPTED' } }),
      onesOwn: true,
    },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.connections.sentId } }), onesOwn: true },
    startChat: { as: 'seller', input: (w) => ({ params: { id: w.connections.connectedId } }), onesOwn: true },
    link: { as: 'seller', input: nothing, shared: true },
    sendLink: { as: 'seller', input: () => ({ query: { email: 'trimmer@example.com' } }), shared: true },
    byCode: { as: 'seller', input: (w) => ({ params: { code: w.connections.code } }), shared: true },
    acceptCode: { as: 'seller', input: (w) => ({ params: { code: w.connections.code } }), shared: true },
    card: { as: 'seller', input: (w) => ({ params: { id: w.colleague.userId } }) },
  },
  notifications: {
    list: { as: 'seller', input: () => ({ query: {} }), shared: true },
    counts: { as: 'seller', input: nothing, shared: true },
    seen: { as: 'seller', input: nothing, shared: true },
    read: { as: 'seller', input: () => ({ body: {} }), shared: true },
    snooze: {
      as: 'seller',
      input: (w) => ({
        body: { groupName: w.notifications.groupName, until: new Date(Date.now() + 3_600_000).toISOString() },
      }),
      onesOwn: true,
    },
    removeGroup: { as: 'seller', input: (w) => ({ params: { groupName: w.notifications.groupName } }), onesOwn: true },
    settings: { as: 'seller', input: () => ({}), shared: true },
    updateSettings: {
      as: 'seller',
      input: () => ({ body: { emailSettings: [{ key: 'MENTION', byEmail: false }], timeZone: 'America/Denver' } }),
      shared: true,
    },
    remove: { as: 'seller', input: (w) => ({ params: { activityId: w.notifications.activityId } }), onesOwn: true },
  },
  blockedUsers: {
    list: { as: 'seller', input: nothing, shared: true },
    block: { as: 'seller', input: (w) => ({ params: { userId: w.colleague.userId } }), shared: true },
    unblock: { as: 'seller', input: (w) => ({ params: { userId: w.colleague.userId } }), shared: true },
  },
  geography: { stateMap: { as: 'seller', input: () => ({ params: { state: 'CA' } }), shared: true } },
  billing: {
    prices: { as: 'seller', input: nothing, shared: true },
    subscription: { as: 'seller', input: nothing, shared: true },
    checkout: {
      as: 'buyer',
      input: () => ({ body: { subscriptionTier: 'ENTERPRISE', subscriptionDuration: 'YEARLY' } }),
      shared: true,
    },
    portal: { as: 'seller', input: nothing, shared: true },
    check: { as: 'buyer', input: ({ checkoutId }) => ({ body: { success: true, checkoutId } }) },
  },
  support: {
    users: { as: 'support', input: () => ({ query: { searchTerm: 'green' } }), shared: true },
    failedJobs: { as: 'support', input: () => ({ query: {} }), shared: true },
    tryAgain: {
      as: 'support',
      input: (w) => ({ body: { selection: { ids: [w.failedJobId] } } }),
      shared: true,
    },
    dismissJobs: {
      as: 'support',
      input: (w) => ({ body: { selection: { ids: [w.otherFailedJobId] } } }),
      shared: true,
    },
    setPlan: {
      as: 'support',
      input: (w) => ({ params: { id: w.buyer.org.id }, body: { plan: 'ENTERPRISE', reason: 'Agreed by phone' } }),
      shared: true,
    },
    impersonate: {
      as: 'support',
      input: (w) => ({ body: { userId: w.colleague.userId, reason: 'They cannot see an order' } }),
      shared: true,
    },
    stop: {
      as: 'support',
      input: nothing,
      shared: true,
      notCalled: 'there is nothing to stop without a token that acts for somebody, which its own tests have',
    },
  },
  chat: {
    channels: { as: 'seller', input: (w) => ({ params: org(w) }) },
    create: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { channelType: 'TEAM', name: 'Harvest week' } }),
    },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { ...org(w), cid: w.channel.cid },
        body: { channelType: 'TEAM', channelName: 'Dispatch' },
      }),
    },
    mentionable: { as: 'seller', input: (w) => ({ params: { ...org(w), cid: w.channel.cid } }), onesOwn: true },
    deleteMessage: { as: 'seller', input: (w) => ({ params: { messageId: w.channel.messageId } }) },
    token: { as: 'seller', input: nothing, shared: true },
  },
  chatExports: {
    list: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
    request: { as: 'seller', input: (w) => ({ params: org(w) }) },
    download: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), exportId: w.chatExportId } }),
      onesOwn: true,
    },
  },
  tracking: {
    licenseSyncs: { as: 'seller', input: (w) => ({ params: org(w) }) },
    licenseLists: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), licenseId: w.seller.license.id } }),
    },
    startLicenseSync: {
      as: 'seller',
      input: (w) => ({
        params: org(w),
        body: { licenseId: w.seller.license.id, metrcApiKey: demoTrackingKey(w.seller.org.id, 'CA') },
      }),
    },
    stopLicenseSync: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), licenseId: w.seller.license.id } }),
    },
    saveKey: {
      as: 'seller',
      input: (w) => ({ body: { usState: 'CA', metrcApiKey: demoTrackingKey(w.seller.org.id, 'CA') } }),
      shared: true,
    },
    keys: { as: 'seller', input: nothing, shared: true },
    removeKey: { as: 'seller', input: () => ({ params: { usState: 'OR' } }), shared: true },
  },
  wholesale: {
    connect: {
      as: 'seller',
      input: (w) => ({
        params: org(w),
        body: { ...org(w), stateAbbv: 'CA', apiKey: demoWholesaleKey(w.seller.org.id, 'CA', 'READ') },
      }),
    },
    syncs: { as: 'seller', input: (w) => ({ params: org(w) }) },
    disable: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.wholesaleSyncId } }) },
  },
  userPictures: {
    set: { as: 'seller', input: (w) => ({ ...self(w), query: { kind: 'cover' }, file: PICTURE }), onesOwn: true },
    remove: { as: 'seller', input: (w) => ({ ...self(w), query: {} }), onesOwn: true },
  },
} satisfies Partial<Samples>;
