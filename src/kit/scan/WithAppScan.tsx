import { lazy, type ReactNode, Suspense } from 'react';
import { isInMobileApp } from '../../providers/wrapper/client-type';
import css from './WithAppScan.module.css';

const ScanButton = lazy(() => import('./ScanButton').then(({ ScanButton }) => ({ default: ScanButton })));

/** A field for a tag, with the mobile app’s camera beside it; as it is anywhere else. */
export function WithAppScan({ onScan, children }: { onScan: (text: string) => void; children: ReactNode }) {
  if (!isInMobileApp()) return children;
  return (
    <div className={css.beside}>
      {children}
      <Suspense>
        <ScanButton onScan={onScan} />
      </Suspense>
    </div>
  );
}
