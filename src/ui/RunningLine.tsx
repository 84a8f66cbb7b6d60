import css from './RunningLine.module.css';

/** A thin moving line while data is refetched; the class positions it. */
export function RunningLine({ className }: { className: string | undefined }) {
  return <div className={`${css.line} ${className}`} aria-hidden="true" />;
}
