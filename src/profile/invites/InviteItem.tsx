import type { ReactNode } from 'react';
import { otherPerson } from '../../../domain/connections/connection';
import { Picture } from '../../ui/Picture';
import { dateHere } from '../../ui/reader-dates';
import css from '../profile.module.css';
import { AnswerBrand, AnswerConnection, AnswerOrganization } from './answers';
import type { Answering, InviteRow } from './invite-rows';
import { PastInvite } from './PastInvite';

type Props = Answering & {
  row: InviteRow;
  /** It was withdrawn or answered while it was on screen. */
  isGone?: boolean;
  /** Why the last answer was refused. */
  children?: ReactNode;
};

/** One invite: who invited to what, when and until when, with its answer or what became of it. */
export function InviteItem({ row, isGone = false, children, ...answering }: Props) {
  return (
    <li>
      <Picture {...faceOf(row)} size={40} />
      <div className={css.about}>
        <p>
          <What row={row} />
        </p>
        {row.kind === 'brand' && row.isWaiting && row.invite.message && (
          <p className="v-hint">“{row.invite.message}”</p>
        )}
        {row.isWaiting && <p className="muted">{datesOf(row)}</p>}
        {!row.isWaiting && <PastInvite row={row} />}
      </div>
      {!isGone && <Answer row={row} {...answering} />}
      <div className={`${css.answer} ${css.acts}`}>{children}</div>
    </li>
  );
}

function Answer({ row, ...answering }: Answering & { row: InviteRow }) {
  if (row.kind === 'connection') return <AnswerConnection invite={row.invite} {...answering} />;
  if (!row.isWaiting) return null;
  if (row.kind === 'brand') return <AnswerBrand invite={row.invite} {...answering} />;
  return <AnswerOrganization invite={row.invite} {...answering} />;
}

function faceOf(row: InviteRow): { src: string | null; name: string } {
  switch (row.kind) {
    case 'organization':
      return { src: null, name: row.invite.orgName };
    case 'brand':
      return { src: row.invite.brandImageUri, name: row.invite.brandName };
    case 'connection':
      return { src: row.invite.invitingUser.profileImageUri, name: row.invite.invitingUser.displayName };
  }
}

function What({ row }: { row: InviteRow }) {
  switch (row.kind) {
    case 'organization': {
      const { invitedBy, orgName, roleName } = row.invite;
      return (
        <>
          {invitedBy ? `${invitedBy} invited you` : 'You’re invited'} to join <strong>{orgName}</strong> as {roleName}.
        </>
      );
    }
    case 'brand': {
      const { invitedBy, orgName, brandName } = row.invite;
      return (
        <>
          {invitedBy} at {orgName} invited you to take over <strong>{brandName}</strong>.
        </>
      );
    }
    case 'connection': {
      const { displayName, organizations } = otherPerson(row.invite, row.invite.invitedUser.userId);
      return (
        <>
          <strong>{displayName}</strong>
          {organizations.length > 0 && ` from ${organizations.join(', ')}`} invited you to connect.
        </>
      );
    }
  }
}

function datesOf(row: InviteRow): string {
  if (row.kind === 'connection') return `Invited ${dateHere(row.invite.invited)} · Doesn’t expire`;
  const { sent, expiresAt } = row.invite;
  return `Invited ${dateHere(sent)} · ${expiresAt === null ? 'Doesn’t expire' : `Expires ${dateHere(expiresAt)}`}`;
}
