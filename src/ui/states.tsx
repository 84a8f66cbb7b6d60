import type { ReactNode } from 'react';
import { Button } from './Button';
import { Icon, type IconName } from './Icon';
import css from './states.module.css';

/** A gray bar as a text placeholder. `width` is any css length. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={css.skeleton} data-skeleton style={{ width, height }} aria-hidden="true" />;
}

export type EmptyStateProps = { title: string; hint?: ReactNode; action?: ReactNode; icon?: IconName };

/** An empty state: says why and what to do next. */
export function EmptyState({ title, hint, action, icon = 'box' }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <Icon name={icon} size={32} />
      <p className={css.stateTitle}>{title}</p>
      {hint && <p className={css.stateHint}>{hint}</p>}
      {action}
    </div>
  );
}

/** An error state: the message and, where possible, a retry button. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className={css.state} role="alert">
      <Icon name="warning" size={32} />
      <p className={css.stateTitle}>{message}</p>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
