import { Link, useSearchParams } from 'react-router';
import { COUNT_CAP } from '../../../domain/contract/endpoint';
import { formatNumber } from '../../../domain/money';
import { Icon } from '../../ui/Icon';
import css from '../marketplace.module.css';

export const PAGE_SIZE = 25;

/** Links to the previous and next page; `page` is one-based. Hidden with a single page. */
export function Pager({ page, count }: { page: number; count: number }) {
  const [params] = useSearchParams();
  const pages = Math.max(1, Math.ceil(Math.min(count, COUNT_CAP) / PAGE_SIZE));
  if (pages === 1) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(params);
    next.set('page', String(target));
    return { search: String(next) };
  };
  const total = count > COUNT_CAP ? `more than ${formatNumber(COUNT_CAP)}` : formatNumber(count);
  return (
    <nav className={css.pager} aria-label="Pages">
      {page > 1 && (
        <Link className="v-button" to={to(page - 1)} rel="prev">
          <Icon name="chevronLeft" size={18} />
          Previous
        </Link>
      )}
      <span>
        {(page - 1) * PAGE_SIZE + 1}–{Math.min(page * PAGE_SIZE, count)} of {total}
      </span>
      {page < pages && (
        <Link className="v-button" to={to(page + 1)} rel="next">
          Next
          <Icon name="chevronRight" size={18} />
        </Link>
      )}
    </nav>
  );
}
