import { Link } from 'react-router';
import type { Requirement } from '../../../domain/access/ability';
import { useCan } from '../../access/useCan';

/** A link beside a list's title to a related screen; hidden without the permission it `requires`. */
export function ListLink({ to, label, requires }: { to: string; label: string; requires?: Requirement }) {
  const { can } = useCan();
  if (requires && !can(requires)) return null;
  return (
    <Link className="v-button" to={to}>
      {label}
    </Link>
  );
}
