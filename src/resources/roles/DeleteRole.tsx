import { useDelete } from '@refinedev/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { read } from '../../../domain/access/ability';
import type { OrgRole } from '../../../domain/organization/organization';
import { Can } from '../../access/Can';
import { messageOf } from '../../providers/call-errors';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldError } from '../../ui/Field';
import { teamAddress } from './address';

/** Asks before a role is deleted; where people hold it, says how many and where they are given another. */
export function DeleteRole({ role, onClose }: { role: OrgRole; onClose: () => void }) {
  const navigate = useNavigate();
  const { mutateAsync, mutation } = useDelete<OrgRole>();
  const [failure, setFailure] = useState<string | null>(null);
  const isHeld = role.userCount > 0;

  const remove = async () => {
    setFailure(null);
    try {
      await mutateAsync({ resource: 'roles', id: role.id, successNotification: false, errorNotification: false });
      showSnack({ status: 'success', message: `“${role.name}” is deleted.` });
      onClose();
      void navigate('/account/roles', { replace: true });
    } catch (error) {
      setFailure(messageOf(error, 'The role could not be deleted. Try again.'));
    }
  };

  return (
    <Dialog
      title={`Delete “${role.name}”?`}
      onClose={onClose}
      closable={!mutation.isPending}
      actions={
        isHeld ? (
          <>
            <Can requires={read('MANAGE_USERS')}>
              <Link className="v-button" to={teamAddress(role.id)}>
                Go to the team
              </Link>
            </Can>
            <Button tone="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} disabled={mutation.isPending}>
              Cancel
            </Button>
            <Button tone="danger" busy={mutation.isPending} onClick={() => void remove()}>
              Delete role
            </Button>
          </>
        )
      }
    >
      {isHeld ? (
        <p>
          {role.userCount === 1 ? '1 person holds' : `${role.userCount} people hold`} this role. Give them another one
          first; then it can be deleted.
        </p>
      ) : (
        <p>Nobody holds this role. Deleting it cannot be undone.</p>
      )}
      {failure && <FieldError>{failure}</FieldError>}
    </Dialog>
  );
}
