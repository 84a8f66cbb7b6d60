import { useNavigate } from 'react-router';
import { withoutPlan } from '../../domain/access/ability';
import { wholesale } from '../../domain/integrations/contract';
import { useCan } from '../access/useCan';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

type Props = { reason: string; onClose: () => void };

/** Says that the wholesale marketplace may not be written to, and leads whoever may change that to where it is done. */
export function WriteAccessQuestion({ reason, onClose }: Props) {
  const navigate = useNavigate();
  const mayConnect = useCan().can(withoutPlan(wholesale.connect.requires));
  const open = () => {
    onClose();
    void navigate('/account/integrations');
  };
  const actions = mayConnect ? (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button tone="primary" onClick={open}>
        Open integrations
      </Button>
    </>
  ) : (
    <Button tone="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Write access needed" width={400} onClose={onClose} actions={actions}>
      <p>{reason}</p>
      <p className="s-after">
        {mayConnect
          ? 'Connect a key that may also change orders, then try again.'
          : 'You do not have access to your organization’s integrations. Please reach out to an admin on your team for help.'}
      </p>
    </Dialog>
  );
}
