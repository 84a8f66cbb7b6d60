import { useQuestion } from '../providers/refusals';
import { TrackingKeyQuestion } from './TrackingKeyQuestion';
import { UpgradeQuestion } from './UpgradeQuestion';
import { WriteAccessQuestion } from './WriteAccessQuestion';

/** The dialogs any refused call may open. */
export function Questions() {
  const { question, close, supply } = useQuestion();
  switch (question?.kind) {
    case 'upgrade':
      return <UpgradeQuestion reason={question.message} feature={question.feature} onClose={close} />;
    case 'write-access':
      return <WriteAccessQuestion reason={question.message} onClose={close} />;
    case 'tracking-key':
      return <TrackingKeyQuestion reason={question.message} state={question.state} onClose={close} onKept={supply} />;
    default:
      return null;
  }
}
