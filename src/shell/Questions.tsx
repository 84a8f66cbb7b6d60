import { useNavigate } from 'react-router';
import { write } from '../../domain/access/ability';
import { useCan } from '../access/useCan';
import { useQuestion } from '../providers/refusals';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

const WIDTH = 400;

/** The dialogs any refused call may open. */
export function Questions() {
  const [question, close] = useQuestion();
  switch (question?.kind) {
    case 'upgrade':
      return <UpgradeRequired reason={question.message} onClose={close} />;
    case 'write-access':
      return (
        <Dialog
          title="Write access needed"
          width={WIDTH}
          onClose={close}
          actions={
            <Button tone="primary" onClick={close}>
              Close
            </Button>
          }
        >
          <p>{question.message}</p>
        </Dialog>
      );
    case 'tracking-key':
      return (
        <Dialog
          title={`Tracking system key for ${question.state}`}
          width={WIDTH}
          onClose={close}
          actions={
            <Button tone="primary" onClick={close}>
              Close
            </Button>
          }
        >
          <p>{question.message}</p>
        </Dialog>
      );
    default:
      return null;
  }
}

function UpgradeRequired({ reason, onClose }: { reason: string; onClose: () => void }) {
  const mayUpgrade = useCan().can(write('MANAGE_BILLING'));
  const navigate = useNavigate();
  const compare = () => {
    onClose();
    void navigate('/account/billing');
  };
  const actions = mayUpgrade ? (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button tone="primary" onClick={compare}>
        Compare Plans
      </Button>
    </>
  ) : (
    <Button tone="primary" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Dialog title="Upgrade Required" width={WIDTH} onClose={onClose} actions={actions}>
      <p>{reason || 'Upgrading is required to access this feature'}</p>
      {!mayUpgrade && (
        <p className="s-after">
          You do not have access to upgrade your organization's plan. Please reach out to an admin on your team for
          help.
        </p>
      )}
    </Dialog>
  );
}
