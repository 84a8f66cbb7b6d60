/**
 * What an entry of the feed is about, as text: entries about one thing are settled, taken back, and their letters held
 * together by it. Ids of sellers are in those that a buyer's organization is told of.
 */
export const subjectOf = {
  order: (orderId: number) => `order:${orderId}`,
  orderCancelled: (orderId: number) => `order-cancelled:${orderId}`,
  orderNews: (sellerOrgId: number, orderId: number) => `order-news:${sellerOrgId}:${orderId}`,
  problem: (problemId: number) => `problem:${problemId}`,
  problemAnswer: (sellerOrgId: number, problemId: number) => `problem-answer:${sellerOrgId}:${problemId}`,
  comment: (commentId: number) => `comment:${commentId}`,
  chatMention: (messageId: string) => `chat-mention:${messageId}`,
  /** A question is asked anew each time. */
  difference: (differenceId: number, askedAt: Date) => `difference:${differenceId}:${askedAt.getTime()}`,
  /** Of one to-do of a delivery, for the organization it comes to and the one that sent it. */
  intakeTodo: (toOrgId: number, transferId: number, todo: string) => `intake-todo:${toOrgId}:${transferId}:${todo}`,
  /** Of all that was refused of a harvest. */
  harvestRefused: (harvestId: number) => `harvest-refused:${harvestId}`,
  bid: (sellerOrgId: number, bidId: number, version: number) => `bid:${sellerOrgId}:${bidId}:${version}`,
  bidEnded: (sellerOrgId: number, bidId: number) => `bid-ended:${sellerOrgId}:${bidId}`,
  approval: (approvalId: number) => `approval:${approvalId}`,
  approvalDecided: (approvalId: number) => `approval-decided:${approvalId}`,
  followed: (orgUserId: number) => `followed:${orgUserId}`,
  connection: (connectionId: number) => `connection:${connectionId}`,
  connectionAccepted: (connectionId: number) => `connection:${connectionId}:accepted`,
  orgInvite: (orgUserId: number) => `org-invite:${orgUserId}`,
  /** Of an invite to a channel, sent anew each time. */
  channelInvite: (inviteId: number, sentAt: Date) => `channel-invite:${inviteId}:${sentAt.getTime()}`,
  channelInviteAccepted: (inviteId: number) => `channel-invite-accepted:${inviteId}`,
  brandInvite: (inviteId: number) => `brand-invite:${inviteId}`,
  brandSuggestion: (suggestionId: number) => `brand-suggestion:${suggestionId}`,
  brand: (brandId: number) => `brand:${brandId}`,
  brandItems: (brandId: number) => `brand-items:${brandId}`,
  /** A partner's id is its own organization's. */
  partnerAsked: (partnerOrgId: number, partnerId: number) => `partner-asked:${partnerOrgId}:${partnerId}`,
  partnerGranted: (partnerId: number) => `partner-granted:${partnerId}`,
  /** Of a holder’s share, for the brand’s owner. */
  licenseShared: (holderOrgId: number, shareId: number) => `license-shared:${holderOrgId}:${shareId}`,
  shareRequest: (shareId: number) => `share-request:${shareId}`,
  license: (licenseId: number) => `license:${licenseId}`,
  /** Of a license that an organization watches. */
  watchedLicense: (licenseId: number) => `watched-license:${licenseId}`,
  licenseDispute: (disputeId: number) => `license-dispute:${disputeId}`,
  licenseDisputeDecided: (disputeId: number) => `license-dispute-decided:${disputeId}`,
  licenseLost: (disputeId: number) => `license-lost:${disputeId}`,
  licenseProof: (proofId: number) => `license-proof:${proofId}`,
  licenseProofDecided: (proofId: number) => `license-proof-decided:${proofId}`,
  plan: (plan: string) => `plan:${plan}`,
  /** A report that one person, or nobody at all, was sent. */
  mailing: (mailingId: number, orgUserId: number | null) => `mailing:${mailingId}:${orgUserId ?? 'all'}`,
  /** Of a webhook endpoint that fails or was switched off. */
  endpoint: (endpointId: number) => `webhook-endpoint:${endpointId}`,
  /** Of an API key that expires. */
  apiKey: (apiKeyId: number) => `api-key:${apiKeyId}`,
  chatExport: (exportId: number) => `chat-export:${exportId}`,
  roadmapEntry: (entryId: number) => `roadmap-entry:${entryId}`,
} as const;
