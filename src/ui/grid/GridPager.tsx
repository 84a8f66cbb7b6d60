import { useEffect, useState } from 'react';
import { IconButton } from '../Button';
import type { GridState } from './types';

export const PAGE_SIZES = [25, 50, 100, 250] as const;

const figures = new Intl.NumberFormat('en-US');

/** "1,204" or, when counting stopped at a limit, "10,000+". */
export const totalText = (total: number, isCapped = false) => `${figures.format(total)}${isCapped ? '+' : ''}`;

type GridPagerProps = {
  state: GridState;
  total: number | undefined;
  totalIsCapped: boolean;
  onChange: (change: Partial<GridState>) => void;
};

/** Pages as people count them, from one; a new page size keeps the first row in view. */
export function GridPager({ state, total, totalIsCapped, onChange }: GridPagerProps) {
  const { page, pageSize } = state;
  const known = total ?? 0;
  const pages = Math.max(1, Math.ceil(known / pageSize));
  const first = known ? page * pageSize + 1 : 0;
  const last = Math.min(known, (page + 1) * pageSize);
  const to = (next: number) => onChange({ page: Math.max(0, Math.min(pages - 1, next)) });
  const isLast = page >= pages - 1;
  return (
    <nav className="vg-pager" aria-label="Pages">
      <label className="vg-page-size">
        <span className="vg-wide">Rows per page</span>
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
      <span className="vg-page-range">
        {total === undefined
          ? '…'
          : `${figures.format(first)}–${figures.format(last)} of ${totalText(known, totalIsCapped)}`}
      </span>
      <span className="vg-page-moves">
        <IconButton className="vg-wide" icon="first" label="First page" disabled={page === 0} onClick={() => to(0)} />
        <IconButton icon="chevronLeft" label="Previous page" disabled={page === 0} onClick={() => to(page - 1)} />
        <PageInput page={page} pages={pages} onGo={to} />
        <IconButton icon="chevronRight" label="Next page" disabled={isLast} onClick={() => to(page + 1)} />
        <IconButton className="vg-wide" icon="last" label="Last page" disabled={isLast} onClick={() => to(pages - 1)} />
      </span>
    </nav>
  );
}

function PageInput({ page, pages, onGo }: { page: number; pages: number; onGo: (page: number) => void }) {
  const [text, setText] = useState(String(page + 1));
  useEffect(() => setText(String(page + 1)), [page]);
  const go = () => {
    const wanted = Number.parseInt(text, 10);
    if (wanted >= 1 && wanted !== page + 1) onGo(wanted - 1);
    else setText(String(page + 1));
  };
  return (
    <label className="vg-page-input">
      <input
        aria-label="Page"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span className="vg-wide">of {figures.format(pages)}</span>
    </label>
  );
}
