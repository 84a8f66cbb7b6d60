import { Link, useNavigate } from 'react-router';
import type { Requirement } from '../../../domain/access/ability';
import { useCan } from '../../access/useCan';
import { useMediaQuery } from '../../ui/hooks';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import css from './list.module.css';

export type ListLinkTo = {
  to: string;
  label: string;
  /** People without it don't see the link. */
  requires?: Requirement;
};

/** Links beside a list's title to related screens. On phones they share one menu. */
export function ListLinks({ links }: { links: readonly ListLinkTo[] }) {
  const { can } = useCan();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery('(max-width: 599px)');
  const allowed = links.filter(({ requires }) => !requires || can(requires));
  if (isNarrow && allowed.length > 1) {
    const entries = allowed.map(({ to, label }) => ({ label, onSelect: () => void navigate(to) }));
    return (
      <Menu label="More" align="end" entries={entries} className={`v-button v-icon-button ${css.more}`}>
        <Icon name="more" />
      </Menu>
    );
  }
  return allowed.map(({ to, label }) => (
    <Link key={to} className="v-button" to={to}>
      {label}
    </Link>
  ));
}
