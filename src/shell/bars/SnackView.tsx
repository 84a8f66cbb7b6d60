import { useEffect, useState } from 'react';
import { closeSnack, useSnack, useSnackTime } from '../../providers/snackbar';
import { Snackbar } from '../../ui/Snackbar';
import css from '../shell.module.css';

/** Shows queued messages one at a time; a message stays while hovered or focused. */
export function SnackView() {
  const snack = useSnack();
  const timeoutMs = useSnackTime(snack);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!snack || timeoutMs === null || isHeld) return;
    const timer = setTimeout(() => closeSnack(snack.id), timeoutMs);
    return () => clearTimeout(timer);
  }, [snack, timeoutMs, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody is reading
    <div
      className={css.snack}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {snack && (
        <Snackbar
          key={snack.id}
          status={snack.status}
          message={snack.message}
          action={snack.action && { label: snack.action.label, onClick: () => answer(snack.id, snack.action?.run) }}
          onClose={() => closeSnack(snack.id)}
        />
      )}
    </div>
  );
}

function answer(id: number, run: (() => void) | undefined): void {
  closeSnack(id);
  run?.();
}
