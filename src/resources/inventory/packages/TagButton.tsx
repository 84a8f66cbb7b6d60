import { useOpenRecord } from '../../../kit/list';
import css from './PackageDrawer.module.css';

/** A package's tag, which opens what it holds and why. */
export function TagButton({ id, label }: { id: number; label: string }) {
  const { open } = useOpenRecord();
  return (
    <button type="button" className={css.tag} onClick={() => open(id)}>
      {label}
    </button>
  );
}
