import { Button, IconButton } from './Button';
import { Icon } from './Icon';
import css from './Snackbar.module.css';

export type SnackStatus = 'success' | 'info' | 'warning' | 'error';

const ICONS = { success: 'check', info: 'info', warning: 'warning', error: 'warning' } as const;

export type SnackbarProps = {
  status: SnackStatus;
  message: string;
  action?: { label: string; onClick: () => void } | undefined;
  onClose: () => void;
};

/** One message; its owner decides how long it stays. Failures interrupt screen readers, others wait. */
export function Snackbar({ status, message, action, onClose }: SnackbarProps) {
  return (
    <div className={css.snack} data-status={status} role={status === 'error' ? 'alert' : 'status'}>
      <Icon name={ICONS[status]} />
      <span className={css.text}>{message}</span>
      {action && (
        <Button tone="quiet" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={onClose} />
    </div>
  );
}
