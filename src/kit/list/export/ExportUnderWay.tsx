import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../../ui/Button';
import snack from '../../../ui/Snackbar.module.css';
import styles from '../list.module.css';

/** An export being prepared, with its size so far. */
export function ExportUnderWay({ bytes, cancel }: { bytes: number; cancel: () => void }) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = own.current;
    return () => {
      // The focused button goes away, so focus returns to the Export menu.
      if (place?.contains(document.activeElement)) exportButton()?.focus();
    };
  }, []);
  return (
    <div ref={own} className={snack.snack}>
      <span className={snack.text}>Preparing export…</span>
      <progress className={styles.progress} aria-label="Export" />
      <span aria-hidden="true">{bytes > 0 && `${(bytes / 1_000_000).toFixed(1)} MB`}</span>
      <Button tone="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The one of the two that isn't covered. */
function exportButton(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('button[aria-label=Export]')].find(
    (button) => !button.closest('[inert]'),
  );
}
