import { Skeleton } from '../../ui/states';

/** A page that is loading. */
export function LoadingScreen() {
  return (
    <div className="page" aria-busy="true">
      <p className="v-hidden" role="status">
        Loading
      </p>
      <Skeleton width="220px" height="26px" />
      <Skeleton height="42px" />
      <Skeleton height="220px" />
    </div>
  );
}
