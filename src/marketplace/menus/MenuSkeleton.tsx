import { Skeleton } from '../../ui/states';
import css from '../marketplace.module.css';

export function MenuSkeleton() {
  return (
    <div className={css.menuSkeleton} aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height="72px" />
      ))}
    </div>
  );
}
