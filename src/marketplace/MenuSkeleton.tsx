import { Skeleton } from '../ui/states';

export function MenuSkeleton() {
  return (
    <div className="m-menu-skeleton" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height="72px" />
      ))}
    </div>
  );
}
