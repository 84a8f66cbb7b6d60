import css from './RunningLine.module.css';

/** A thin line that runs while what is shown is read again; the class says where it lies. */
export function RunningLine({ className }: { className: string | undefined }) {
  return <div className={`${css.line} ${className}`} aria-hidden="true" />;
}
