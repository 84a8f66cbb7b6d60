import { useNavigate } from 'react-router';
import { withoutPlan } from '../../../domain/access/ability';
import { wholesale } from '../../../domain/integrations/contract';
import { useCan } from '../../access/useCan';
import { Prompt } from '../../kit/form/questions/Prompt';
import css from '../shell.module.css';

type Props = { reason: string; onClose: () => void };

/** Says that the wholesale marketplace key is read-only, and leads people who can replace it to integrations. */
export function WriteAccessQuestion({ reason, onClose }: Props) {
  const navigate = useNavigate();
  const mayConnect = useCan().can(withoutPlan(wholesale.connect.requires));
  const open = () => {
    onClose();
    void navigate('/account/integrations');
  };
  return (
    <Prompt
      title="Write access needed"
      goOn={mayConnect ? { label: 'Open integrations', onSelect: open } : null}
      onClose={onClose}
    >
      <p>{reason}</p>
      <p className={css.after}>
        {mayConnect
          ? 'Connect a key that can change orders, then try again.'
          : 'You can’t open your organization’s integrations. Ask an admin on your team to connect a key that can change orders.'}
      </p>
    </Prompt>
  );
}
