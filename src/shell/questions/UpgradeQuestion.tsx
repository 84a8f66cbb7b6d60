import { useNavigate } from 'react-router';
import { PAID_FEATURES, type PaidFeatureSlug, planAllows } from '../../../domain/access/plans';
import { billing } from '../../../domain/billing/contract';
import { useCan } from '../../access/useCan';
import { Prompt } from '../../kit/form/questions/Prompt';
import { useSessionState } from '../../providers/session';
import { dropHeldAction, useGoOn, useHeldAction } from '../../providers/session/resume';
import { isOffered, settings } from '../../providers/settings';
import css from '../shell.module.css';

type Props = { reason: string; feature: PaidFeatureSlug | null; onClose: () => void };

/** Says that the plan lacks a feature, and leads to plans; once the plan has it, offers to continue. */
export function UpgradeQuestion({ reason, feature, onClose }: Props) {
  const session = useSessionState();
  const plan = session.status === 'signed-in' ? session.membership?.plan : undefined;
  const cancel = () => {
    dropHeldAction();
    onClose();
  };
  if (feature && plan && planAllows(plan, feature)) {
    return <HeldByNow feature={feature} onCancel={cancel} onClose={onClose} />;
  }
  return <FallsShort reason={reason} feature={feature} onCancel={cancel} onClose={onClose} />;
}

type Answers = { onCancel: () => void; onClose: () => void };

function FallsShort({ reason, feature, onCancel, onClose }: Answers & Omit<Props, 'onClose'>) {
  const isSold = isOffered('billing');
  const mayUpgrade = useCan().can(billing.checkout.requires);
  const navigate = useNavigate();
  const compare = () => {
    onClose();
    void navigate(feature ? `/account/billing?for=${feature}` : '/account/billing');
  };
  const goOn = isSold && mayUpgrade ? { label: 'Compare Plans', onSelect: compare } : null;
  return (
    <Prompt title="Upgrade Required" goOn={goOn} onClose={onCancel}>
      <p>{reason || 'Upgrading is required to access this feature'}</p>
      {!isSold && (
        <p className={css.after}>
          Plans aren’t sold here. Ask <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a> for
          another plan.
        </p>
      )}
      {isSold && !mayUpgrade && (
        <p className={css.after}>
          You do not have access to upgrade your organization's plan. Please reach out to an admin on your team for
          help.
        </p>
      )}
    </Prompt>
  );
}

function HeldByNow({ feature, onCancel, onClose }: Answers & { feature: PaidFeatureSlug }) {
  const held = useHeldAction();
  const goOn = useGoOn();
  const waiting = held?.feature === feature ? held : null;
  const proceed = () => {
    onClose();
    goOn();
  };
  return (
    <Prompt
      title="Your plan was upgraded"
      goOn={waiting ? { label: 'Continue', onSelect: proceed } : null}
      onClose={onCancel}
    >
      <p>
        Your plan now includes “{PAID_FEATURES[feature].name}”.{' '}
        {waiting ? `You can now ${waiting.label}.` : 'You can try again.'}
      </p>
    </Prompt>
  );
}
