import type { OrgUser } from '../../../../domain/organization/organization';

/** The open action: one at a time. */
export type TeamAction =
  | { kind: 'remove' | 'make-owner'; person: OrgUser }
  | { kind: 'resend' | 'reset'; person: OrgUser }
  | { kind: 'invited'; person: OrgUser; link: string; expiresAt: string };
