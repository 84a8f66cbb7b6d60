import type { OrgUser } from '../../../../domain/team/member';

/** The open action: one at a time. */
export type TeamAction =
  | { kind: 'remove' | 'make-owner'; person: OrgUser }
  | { kind: 'resend' | 'reset'; person: OrgUser }
  | { kind: 'invited'; person: OrgUser; link: string; expiresAt: string };
