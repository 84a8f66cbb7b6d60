import { refusalToChange } from '../../../domain/access/grant';
import type { Membership } from '../../../domain/access/roles';
import type { OrgUser } from '../../../domain/team/member';
import type { OrgRole } from '../../../domain/team/role';

export type Reader = {
  membership: Membership;
  /** Why the reader can't change the team at all; null when they can. */
  whyNot: string | null;
  /** Why someone acting for another person can't do this. */
  personOnly: string | null;
};

/** Why the reader can't change or remove someone with this role; null when they can. */
export const whyNotChange = ({ whyNot, membership }: Reader, role: OrgRole | undefined): string | null =>
  whyNot ?? (role ? refusalToChange(membership, { role }) : null);

type Because = (person: OrgUser, reader: Reader) => string | null;

const isSelf = (person: OrgUser, { membership }: Reader) => person.id === membership.orgUserId;

/** Why a person's role can't be changed; null when it can. */
export const whyRoleIsFixed: Because = (person, reader) => {
  if (person.orgRole.isOwner) return 'You can’t change the owner’s role. Transfer ownership instead.';
  return isSelf(person, reader) ? 'You can’t change your own role. Someone else who manages the team can.' : null;
};

export const whyNotRemove: Because = (person, reader) => {
  if (reader.whyNot) return reader.whyNot;
  if (person.orgRole.isOwner) return 'You can’t remove the owner. Transfer ownership first.';
  return isSelf(person, reader) ? 'You can’t remove yourself. Someone else who manages the team can.' : null;
};

export const whyNotInviteAgain: Because = (person, { whyNot }) =>
  whyNot ?? (person.status === 'ACTIVE' ? 'They’ve already joined.' : null);

export const whyNotMakeOwner: Because = (person, { membership, personOnly }) => {
  if (!membership.role.isOwner) return 'Only your organization’s owner can do this.';
  if (personOnly) return personOnly;
  if (person.orgRole.isOwner) return 'You’re already the owner.';
  return person.status === 'ACTIVE' ? null : 'They haven’t joined yet.';
};

/** Whether what someone sees is limited to their assignments. */
export const seesAssignedOnly = (role: { defaultRoleId: string | null } | undefined): boolean =>
  role !== undefined && role.defaultRoleId === null;
