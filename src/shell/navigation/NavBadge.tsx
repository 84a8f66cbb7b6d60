import { useContext } from 'react';
import type { NavItem } from '../../access/navigation';
import css from '../shell.module.css';
import { Badges, EXACT_TO } from './useBadges';

const describeBadge = ({ count, meaning }: { count: number; meaning: string }) =>
  `${count > EXACT_TO ? `more than ${EXACT_TO}` : count} ${meaning}`;

/** The total count of these entries, in red; hidden at zero. */
export function NavBadge({ of: items }: { of: readonly NavItem[] }) {
  const badges = useContext(Badges);
  const waiting = items.flatMap(({ path }) => badges.get(path) ?? []).filter(({ count }) => count > 0);
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <>
      <span className={css.badge} data-count aria-hidden="true">
        {total > EXACT_TO ? `${EXACT_TO}+` : total}
      </span>
      <span className="v-hidden"> ({waiting.map(describeBadge).join(', ')})</span>
    </>
  );
}
