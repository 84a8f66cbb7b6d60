import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/Button';
import snack from '../../ui/Snackbar.module.css';
import { useExportUnderWay } from './export-file';
import styles from './list.module.css';

/** The export that is being prepared, above whatever list is open, with the way to give it up. */
export function ExportProgress() {
  const underWay = useExportUnderWay();
  return (
    <div className={styles.exporting} role="status">
      {underWay && <UnderWay {...underWay} />}
    </div>
  );
}

function UnderWay({ bytes, cancel }: { bytes: number; cancel: () => void }) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = own.current;
    return () => {
      // What had the keyboard goes: it returns to where the export was asked for.
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

/** Of the two, the one that is not covered. */
function exportButton(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('button[aria-label=Export]')].find(
    (button) => !button.closest('[inert]'),
  );
}
