import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OrgRole } from '../../../../domain/team/role';
import { counted } from '../../../../domain/text';
import { WhyNot } from '../../../access/WhyNot';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { Prompt } from '../../../kit/form/questions/Prompt';
import { useOpenRecord } from '../../../kit/list';
import { likeRole } from '../../../providers/call/simulation';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { simulate } from '../../../providers/session/session-store';
import { useMayOpen } from '../../../shell/navigation/useAppNavigation';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Pill } from '../../../ui/Pill';
import { TEAM, teamAddress } from './address';
import css from './RoleHead.module.css';
import { peopleOf } from './RoleNav';
import { roles } from './resource';
import styles from './roles.module.css';

export type RoleHeadProps = {
  role: OrgRole;
  whyNot: string | null;
  /** Why this role's permissions can't be changed. */
  fixed: string | null;
  /** Whether there are unsaved changes. */
  isChanged: boolean;
};

/** A role's name and people, with rename and delete. */
export function RoleHead({ role, whyNot, fixed, isChanged }: RoleHeadProps) {
  const seesTeam = useMayOpen(TEAM);
  const isOwn = useSession().membership?.role.id === role.id;
  const { open } = useOpenRecord();
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const seeAs = () => {
    simulate(likeRole(role));
    void navigate('/logged-in');
  };
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h2 id="role-name">
          {role.name} {role.isDefault && <Pill>Default</Pill>}
        </h2>
        <p className="muted">
          {role.userCount === 0 ? 'Nobody has this role yet' : `${peopleOf(role)} with this role`}
          {role.userCount > 0 && seesTeam && (
            <>
              {' · '}
              <Link to={teamAddress(role.id)}>View in Team</Link>
            </>
          )}
        </p>
      </div>
      <div className={styles.acts}>
        {!isOwn && (
          <Button icon="user" disabled={isChanged} onClick={seeAs}>
            View as {role.name}
          </Button>
        )}
        {!isOwn && isChanged && <WhyNot reason="Save or discard your changes first." />}
        {!role.isDefault && (
          <>
            <Button icon="edit" disabled={whyNot !== null} onClick={() => open(role.id)}>
              Rename
            </Button>
            <Button icon="trash" disabled={whyNot !== null} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          </>
        )}
      </div>
      {fixed && (
        <p className={styles.notice}>
          <Icon name="lock" size={18} />
          {fixed}
        </p>
      )}
      {isDeleting && <DeleteRole role={role} onClose={() => setDeleting(false)} />}
    </header>
  );
}

/** Asks before deleting a role; if people have it, says how many and where to change theirs. */
function DeleteRole({ role, onClose }: { role: OrgRole; onClose: () => void }) {
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
