import { type ComponentType, lazy, Suspense } from 'react';
import styles from '../list.module.css';
import { useExportUnderWay } from './export-file';

type UnderWay = { bytes: number; cancel: () => void };

// If this fails to load, the export goes on without it.
const Shown = lazy(async (): Promise<{ default: ComponentType<UnderWay> }> => {
  const loaded = await import('./ExportUnderWay').catch(() => null);
  return { default: loaded?.ExportUnderWay ?? (() => null) };
});

/** The export being prepared, above any open list, with a Cancel button. */
export function ExportProgress() {
  const underWay = useExportUnderWay();
  return (
    <div className={styles.exporting} role="status">
      <Suspense>{underWay && <Shown {...underWay} />}</Suspense>
    </div>
  );
}
