import { useNavigate } from 'react-router';
import type { OrgRole, OrgUser } from '../../../domain/organization/organization';
import { simulate } from '../../providers/session-store';
import { likePerson } from '../../providers/simulation';
import type { MenuEntry } from '../../ui/Menu';
import type { TeamAct } from './acts';
import { InviteLinkDialog } from './InviteLinkDialog';
import { MakeOwner } from './MakeOwner';
import { nameOf } from './people';
import { RemovePerson } from './RemovePerson';
import { type Reader, whyNotChange, whyNotInviteAgain, whyNotMakeOwner, whyNotRemove } from './reasons';
import { EditDrawer, InviteDrawer } from './TeamDrawer';
import type { useTeam } from './useTeam';

/** What can be done with somebody; what cannot says why. */
export function useTeamActs(anyone: Reader | null, roles: readonly OrgRole[], onAct: (act: TeamAct) => void) {
  const navigate = useNavigate();
  return (person: OrgUser): readonly MenuEntry[] => {
    if (!anyone) return [];
    const role = roles.find(({ id }) => id === person.orgRole.id);
    const reader = { ...anyone, whyNot: whyNotChange(anyone, role) };
    const isSelf = person.id === reader.membership.orgUserId;
    const entry = (
      label: string,
      kind: 'edit' | 'remove' | 'resend' | 'reset' | 'make-owner',
      whyNot: string | null,
      rest: Partial<MenuEntry> = {},
    ): MenuEntry => ({
      label,
      onSelect: () => onAct({ kind, person }),
      disabled: whyNot !== null,
      ...(whyNot ? { note: whyNot } : {}),
      ...rest,
    });
    const invitation: readonly MenuEntry[] = [
      entry('Send the invitation again', 'resend', whyNotInviteAgain(person, reader), { icon: 'refresh' }),
      entry('Make a new link', 'reset', whyNotInviteAgain(person, reader), { icon: 'copy' }),
    ];
    return [
      entry('Edit', 'edit', reader.whyNot, { icon: 'edit' }),
      ...(person.status === 'INVITED' ? invitation : []),
      {
        label: `See as ${nameOf(person)}`,
        icon: 'user',
        onSelect: () => {
          if (!role) return;
          simulate(likePerson(nameOf(person), role, person));
          void navigate('/logged-in');
        },
        disabled: role === undefined || isSelf,
        ...(isSelf ? { note: 'This is you.' } : {}),
      },
      ...(reader.membership.role.isOwner
        ? [entry('Make owner', 'make-owner', whyNotMakeOwner(person, reader), { icon: 'lock', separated: true })]
        : []),
      entry(
        person.status === 'INVITED' ? 'Take the invitation back' : 'Remove',
        'remove',
        whyNotRemove(person, reader),
        {
          icon: 'trash',
          tone: 'danger',
          separated: true,
        },
      ),
    ];
  };
}

type TeamActsProps = {
  act: TeamAct;
  reader: Reader;
  team: ReturnType<typeof useTeam>;
  onNext: (act: TeamAct | null) => void;
};

/** The drawer or dialog of what is being done. */
export function TeamActs({ act, reader, team, onNext }: TeamActsProps) {
  const close = () => onNext(null);
  const onSaved = () => void team.people.refetch();
  switch (act.kind) {
    case 'edit':
      return <EditDrawer person={act.person} {...{ reader, onSaved }} roles={team.roles} onClose={close} />;
    case 'invite':
      return (
        <InviteDrawer
          {...{ reader, onSaved }}
          roles={team.roles}
          onInvited={({ inviteLink, inviteExpiresAt, ...person }) =>
            onNext({ kind: 'invited', person, link: inviteLink, expiresAt: inviteExpiresAt })
          }
          onClose={close}
        />
      );
    case 'invited':
    case 'resend':
    case 'reset':
      return <InviteLinkDialog key={`${act.kind} ${act.person.id}`} act={act} onClose={close} />;
    case 'remove':
      return <RemovePerson person={act.person} onDone={() => void team.people.refetch()} onClose={close} />;
    case 'make-owner':
      return <MakeOwner person={act.person} onDone={() => void team.people.refetch()} onClose={close} />;
  }
}
