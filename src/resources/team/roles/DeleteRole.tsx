import { useNavigate } from 'react-router';
import type { OrgRole } from '../../../../domain/team/role';
import { counted } from '../../../../domain/text';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { Prompt } from '../../../kit/form/questions/Prompt';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { useMayOpen } from '../../../shell/navigation/useAppNavigation';
import { TEAM, teamAddress } from './address';
import { roles } from './resource';

/** Asks before deleting a role; if people have it, says how many and where to change theirs. */
export function DeleteRole({ role, onClose }: { role: OrgRole; onClose: () => void }) {
  const navigate = useNavigate();
  const seesTeam = useMayOpen(TEAM);
  const { run } = useResourceDelete(roles, { showsErrors: true });
  const title = `Delete “${role.name}”?`;
  if (role.userCount > 0) {
    const goOn = { label: 'Go to Team', to: teamAddress(role.id) };
    return (
      <Prompt title={title} goOn={seesTeam ? goOn : null} onClose={onClose}>
        <p>{counted(role.userCount, 'person has', 'people have')} this role. Give them another role first.</p>
      </Prompt>
    );
  }
  return (
    <Confirm
      title={title}
      act="Delete role"
      run={() => run(role.id)}
      success={`“${role.name}” deleted.`}
      onDone={() => navigate('/account/roles', { replace: true })}
      onClose={onClose}
    >
      <p>Nobody has this role. You can’t undo this.</p>
    </Confirm>
  );
}
