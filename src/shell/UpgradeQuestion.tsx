import { useNavigate } from 'react-router';
import { PAID_FEATURES, type PaidFeatureSlug, planAllows } from '../../domain/access/plans';
import { billing } from '../../domain/billing/contract';
import { useCan } from '../access/useCan';
import { dropHeldAct, useGoOn, useHeldAct } from '../providers/resume';
import { useSessionState } from '../providers/session';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

const WIDTH = 400;

type Props = { reason: string; feature: PaidFeatureSlug | null; onClose: () => void };

/** Says that the plan falls short, and leads on; once the plan holds the feature after all, it offers to go on. */
export function UpgradeQuestion({ reason, feature, onClose }: Props) {
  const session = useSessionState();
  const plan = session.status === 'signed-in' ? session.membership?.plan : undefined;
  const cancel = () => {
    dropHeldAct();
    onClose();
  };
  if (feature && plan && planAllows(plan, feature)) {
    return <HeldByNow feature={feature} onCancel={cancel} onClose={onClose} />;
  }
  return <FallsShort reason={reason} feature={feature} onCancel={cancel} onClose={onClose} />;
}

type Answers = { onCancel: () => void; onClose: () => void };

function FallsShort({ reason, feature, onCancel, onClose }: Answers & Omit<Props, 'onClose'>) {
  const mayUpgrade = useCan().can(billing.checkout.requires);
  const navigate = useNavigate();
  const compare = () => {
    onClose();
    void navigate(feature ? `/account/billing?for=${feature}` : '/account/billing');
  };
  const actions = mayUpgrade ? (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button tone="primary" onClick={compare}>
        Compare Plans
      </Button>
    </>
  ) : (
    <Button tone="primary" onClick={onCancel}>
      Close
    </Button>
  );
  return (
    <Dialog title="Upgrade Required" width={WIDTH} onClose={onCancel} actions={actions}>
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

function HeldByNow({ feature, onCancel, onClose }: Answers & { feature: PaidFeatureSlug }) {
  const held = useHeldAct();
  const goOn = useGoOn();
  const waiting = held?.feature === feature ? held : null;
  const proceed = () => {
    onClose();
    goOn();
  };
  const actions = waiting ? (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button tone="primary" onClick={proceed}>
        Go on
      </Button>
    </>
  ) : (
    <Button tone="primary" onClick={onCancel}>
      Close
    </Button>
  );
  return (
    <Dialog title="Your plan was upgraded" width={WIDTH} onClose={onCancel} actions={actions}>
      <p>
        Your plan now includes “{PAID_FEATURES[feature].name}”.{' '}
        {waiting ? `You can go on to ${waiting.label}.` : 'You can try again.'}
      </p>
    </Dialog>
  );
}
