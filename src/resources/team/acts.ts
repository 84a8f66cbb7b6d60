import type { OrgUser } from '../../../domain/organization/organization';

/** What is being done now: at most one thing at a time. */
export type TeamAct =
  | { kind: 'remove' | 'make-owner'; person: OrgUser }
  | { kind: 'resend' | 'reset'; person: OrgUser }
  | { kind: 'invited'; person: OrgUser; link: string; expiresAt: string };
