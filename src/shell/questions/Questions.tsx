import { lazy, Suspense } from 'react';
import { useQuestion } from '../../providers/session/refusals';

// Loaded on demand: most visits never see one.
const UpgradeQuestion = lazy(async () => ({ default: (await import('./UpgradeQuestion')).UpgradeQuestion }));
const WriteAccessQuestion = lazy(async () => ({
  default: (await import('./WriteAccessQuestion')).WriteAccessQuestion,
}));
const TrackingKeyQuestion = lazy(async () => ({
  default: (await import('./TrackingKeyQuestion')).TrackingKeyQuestion,
}));

/** The dialogs a refused call may open. */
export function Questions() {
  return (
    <Suspense>
      <Question />
    </Suspense>
  );
}

function Question() {
  const { question, close, supply } = useQuestion();
  switch (question?.kind) {
    case 'upgrade':
      return <UpgradeQuestion reason={question.message} feature={question.feature} onClose={close} />;
    case 'write-access':
      return <WriteAccessQuestion reason={question.message} onClose={close} />;
    case 'tracking-key':
      return <TrackingKeyQuestion reason={question.message} state={question.state} onClose={close} onSaved={supply} />;
    default:
      return null;
  }
}
