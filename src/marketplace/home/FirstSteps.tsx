import { useState } from 'react';
import { firstSteps } from '../../../domain/organization/setup';
import { Panel } from '../../kit/record/RecordPage';
import { useSession } from '../../providers/session';
import { StepList } from '../../resources/organization/StepList';
import { Button } from '../../ui/Button';
import { dismissFirstSteps } from './first-steps';

/** The steps to an organization's first trade, until they are done or the person dismisses them. */
export default function FirstSteps() {
  const { organization } = useSession();
  const [isDismissed, setDismissed] = useState(false);
  if (organization === null || isDismissed) return null;
  const steps = firstSteps(organization);
  const done = steps.filter(({ state }) => state === 'done').length;
  if (steps.length === 0) return null;
  const dismiss = () => {
    dismissFirstSteps(organization.id);
    setDismissed(true);
  };
  return (
    <Panel
      title="Before your first trade"
      actions={
        <Button tone="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      <p className="v-hint">
        {done} of {steps.length} done. You can also find this under Setup.
      </p>
      <StepList steps={steps} label="First steps" />
    </Panel>
  );
}
