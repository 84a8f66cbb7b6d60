import { Link } from 'react-router';
import type { SetupStep } from '../../../domain/organization/setup';
import { useMayOpen } from '../../shell/navigation/useAppNavigation';
import { Pill } from '../../ui/Pill';
import css from './StepList.module.css';

const LOOKS = {
  done: { tone: 'positive', text: 'Done' },
  missing: { tone: 'warning', text: 'Missing' },
  waiting: { tone: 'progress', text: 'In review' },
  optional: { tone: 'neutral', text: 'Optional' },
} as const;

/** Steps of an organization's setup, each with the way to its page for those who may open it. */
export function StepList({ steps, label }: { steps: readonly SetupStep[]; label: string }) {
  return (
    <ul className={`lined ${css.steps}`} aria-label={label}>
      {steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ul>
  );
}

function Step({ step: { title, state, text, path } }: { step: SetupStep }) {
  const mayOpen = useMayOpen(path);
  const isBegun = state === 'done' || state === 'waiting';
  return (
    <li>
      <Pill tone={LOOKS[state].tone}>{LOOKS[state].text}</Pill>
      <span className={css.what}>
        <b>{title}</b>
        <span className="v-hint">{text}</span>
      </span>
      {mayOpen && (
        <Link className="v-button" to={path} aria-label={`${isBegun ? 'Open' : 'Set up'} ${title}`}>
          {isBegun ? 'Open' : 'Set up'}
        </Link>
      )}
    </li>
  );
}
