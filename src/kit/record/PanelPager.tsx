import { formatNumber } from '../../../domain/money';
import { Button } from '../../ui/Button';
import styles from './record.module.css';

type PanelPagerProps = {
  /** What is paged, for screen readers: "stock ledger". */
  label: string;
  /** Zero-based. */
  page: number;
  itemsPerPage: number;
  count: number;
  onPage: (page: number) => void;
  /** The buttons of a list that isn't sorted by time. */
  words?: readonly [before: string, next: string];
};

/** Pages of a panel's own list, newest first; nothing when one page shows all. */
export function PanelPager({
  label,
  page,
  itemsPerPage,
  count,
  onPage,
  words: [before, next] = ['Newer', 'Older'],
}: PanelPagerProps) {
  if (count <= itemsPerPage) return null;
  const first = page * itemsPerPage + 1;
  const last = Math.min(count, first + itemsPerPage - 1);
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        {before}
      </Button>
      <span role="status" className="v-hint">
        {formatNumber(first)} to {formatNumber(last)} of {formatNumber(count)}
      </span>
      <Button disabled={last >= count} onClick={() => onPage(page + 1)}>
        {next}
      </Button>
    </nav>
  );
}
