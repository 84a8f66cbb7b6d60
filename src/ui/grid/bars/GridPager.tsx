import { useEffect, useState } from 'react';
import { formatNumber } from '../../../../domain/money';
import { IconButton } from '../../Button';
import type { GridState } from '../types';
import css from './GridPager.module.css';

export const PAGE_SIZES = [25, 50, 100, 250] as const;

/** "1,204" or, when counting stopped at a limit, "10,000+". */
export const totalText = (total: number, isCapped = false) => `${formatNumber(total)}${isCapped ? '+' : ''}`;

/** The last page, counted from zero. */
export const lastPage = (total: number, pageSize: number) => Math.max(0, Math.ceil(total / pageSize) - 1);

type GridPagerProps = {
  state: GridState;
  total: number | undefined;
  totalIsCapped: boolean;
  onChange: (change: Partial<GridState>) => void;
};

/** Page controls, counting from one; a new page size keeps the first row in view. */
export function GridPager({ state, total, totalIsCapped, onChange }: GridPagerProps) {
  const { page, pageSize } = state;
  const known = total ?? 0;
  // Until the total is known, the current page counts as the last.
  const final = total === undefined ? page : lastPage(known, pageSize);
  const to = (next: number) => onChange({ page: Math.max(0, Math.min(final, next)) });
  const isLast = page >= final;
  return (
    <nav className={css.pager} aria-label="Pages">
      <label className={css.size}>
        <span data-wide>Rows per page</span>
        <select
          aria-label="Rows per page"
          value={pageSize}
          onChange={(event) => {
            const size = Number(event.target.value);
            onChange({ pageSize: size, page: Math.floor((page * pageSize) / size) });
          }}
        >
          {[...new Set([...PAGE_SIZES, pageSize])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
        </select>
      </label>
      <span>{total === undefined ? '…' : `${rangeText(state, known)} of ${totalText(known, totalIsCapped)}`}</span>
      <span className={css.moves}>
        <IconButton data-wide icon="first" label="First page" disabled={page === 0} onClick={() => to(0)} />
        <IconButton icon="chevronLeft" label="Previous page" disabled={page === 0} onClick={() => to(page - 1)} />
        <PageInput page={page} pages={total === undefined ? undefined : final + 1} onGo={to} />
        <IconButton icon="chevronRight" label="Next page" disabled={isLast} onClick={() => to(page + 1)} />
        <IconButton data-wide icon="last" label="Last page" disabled={isLast} onClick={() => to(final)} />
      </span>
    </nav>
  );
}

/** "26–50", or "0" for an empty page. */
function rangeText({ page, pageSize }: GridState, total: number): string {
  const before = page * pageSize;
  return before < total
    ? `${formatNumber(before + 1)}–${formatNumber(Math.min(total, before + pageSize))}`
    : formatNumber(0);
}

type PageInputProps = { page: number; pages: number | undefined; onGo: (page: number) => void };

function PageInput({ page, pages, onGo }: PageInputProps) {
  const [text, setText] = useState(String(page + 1));
  useEffect(() => setText(String(page + 1)), [page]);
  const go = () => {
    const wanted = Math.min(pages ?? page + 1, Number.parseInt(text, 10));
    if (wanted >= 1 && wanted !== page + 1) onGo(wanted - 1);
    else setText(String(page + 1));
  };
  return (
    <label className={css.page}>
      <input
        aria-label="Page"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span data-wide>{pages !== undefined && `of ${formatNumber(pages)}`}</span>
    </label>
  );
}
