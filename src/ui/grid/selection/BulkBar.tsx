import type { ReactNode } from 'react';
import { Icon } from '../../Icon';
import { totalText } from '../bars/GridPager';
import css from './BulkBar.module.css';

type BulkBarProps = {
  count: number;
  total: number;
  totalIsCapped: boolean;
  noun: readonly [string, string];
  /** The whole page is selected, but not every match. */
  offersAll: boolean;
  onAll: () => void;
  onClear: () => void;
  /** In the pager's place, on phones. */
  isSmall: boolean;
  children: ReactNode;
};

/** Replaces the toolbar, or the pager on phones, while anything is selected. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, totalIsCapped, noun, offersAll, onAll, onClear, isSmall, children } = props;
  return (
    <div className={isSmall ? `${css.bulk} ${css.small}` : css.bulk} role="toolbar" aria-label="Selection">
      <span className={css.count}>{totalText(count)} selected</span>
      {offersAll && (
        <button type="button" className="v-link" onClick={onAll}>
          Select all {totalText(total, totalIsCapped)} matching {noun[1]}
        </button>
      )}
      <div className={css.bulkActs}>{children}</div>
      <button type="button" className={`v-button v-quiet ${css.clear}`} onClick={onClear}>
        <Icon name="close" size={16} />
        <span>Clear</span>
      </button>
    </div>
  );
}
