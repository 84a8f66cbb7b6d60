import { Link } from 'react-router';
import css from '../form.module.css';

export type Dependent = {
  /** Such as "3 open orders". */
  says: string;
  /** Where it is settled; none if nowhere. */
  to?: string | null;
  /** Called when its link is followed. */
  onFollow?: () => void;
};

/** What depends on a record about to be removed, each with the way to settle it; nothing without any. */
export function Dependents({ intro, found }: { intro: string; found: readonly Dependent[] }) {
  if (found.length === 0) return null;
  return (
    <div className={css.dependents}>
      <p>{intro}</p>
      <ul>
        {found.map(({ says, to, onFollow }) => (
          <li key={says}>
            {to ? (
              <Link to={to} onClick={onFollow}>
                {says}
              </Link>
            ) : (
              says
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
