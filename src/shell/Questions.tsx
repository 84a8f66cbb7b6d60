import { lazy, Suspense } from 'react';
import { useQuestion } from '../providers/refusals';
import { UpgradeQuestion } from './UpgradeQuestion';
import { WriteAccessQuestion } from './WriteAccessQuestion';

// A form, which most visits never see.
const TrackingKeyQuestion = lazy(async () => ({
  default: (await import('./TrackingKeyQuestion')).TrackingKeyQuestion,
}));

/** The dialogs any refused call may open. */
export function Questions() {
  const { question, close, supply } = useQuestion();
  switch (question?.kind) {
    case 'upgrade':
      return <UpgradeQuestion reason={question.message} feature={question.feature} onClose={close} />;
    case 'write-access':
      return <WriteAccessQuestion reason={question.message} onClose={close} />;
    case 'tracking-key':
      return (
        <Suspense>
          <TrackingKeyQuestion reason={question.message} state={question.state} onClose={close} onKept={supply} />
        </Suspense>
      );
    default:
      return null;
  }
}
