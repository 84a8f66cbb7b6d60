import type { ListedBrandInvite } from '../../../domain/brands/invite';
import { type Connection, viewOf } from '../../../domain/connections/connection';
import { PAST_INVITE_DAYS } from '../../../domain/invite-code';
import type { ReceivedOrgInvite } from '../../../domain/team/invitation';

type Invited =
  | { kind: 'organization'; invite: ReceivedOrgInvite }
  | { kind: 'brand'; invite: ListedBrandInvite }
  | { kind: 'connection'; invite: Connection };

export type InviteRow = Invited & { key: string; isWaiting: boolean; at: string };

/** What happens around the answer to a row. */
export type Answering = {
  /** The answer isn't the reader's to give. */
  locked: boolean;
  onAnswered: () => void;
  onRefused: (error: unknown) => void;
};

type Given = {
  toOrganizations: readonly ReceivedOrgInvite[];
  toBrands: readonly ListedBrandInvite[];
  connections: readonly Connection[];
  viewerId: string;
  now: Date;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Invites of all kinds to the person as one list, newest first. Of connections those that others began. */
export function inviteRows({ toOrganizations, toBrands, connections, viewerId, now }: Given): InviteRow[] {
  const since = new Date(now.getTime() - PAST_INVITE_DAYS * DAY_MS).toISOString();
  const rows: InviteRow[] = [
    ...toOrganizations.map((invite) => ({
      kind: 'organization' as const,
      key: `organization-${invite.inviteCode}`,
      isWaiting: invite.status === 'INVITED',
      at: invite.accepted ?? invite.sent,
      invite,
    })),
    ...toBrands.map((invite) => ({
      kind: 'brand' as const,
      key: `brand-${invite.brandInviteId}`,
      isWaiting: invite.status === 'INVITED',
      at: invite.answered ?? invite.sent,
      invite,
    })),
    ...connections
      .filter((row) => row.invitingUser.userId !== viewerId)
      .filter((row) => viewOf(row, viewerId) === 'invites-received' || (row.connected ?? '') > since)
      .map((invite) => ({
        kind: 'connection' as const,
        key: `connection-${invite.id}`,
        isWaiting: invite.status === 'INVITED',
        at: invite.connected ?? invite.invited,
        invite,
      })),
  ];
  return rows.sort((a, b) => b.at.localeCompare(a.at) || a.key.localeCompare(b.key));
}
