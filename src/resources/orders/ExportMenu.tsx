import type { Requirement } from '../../../domain/access/ability';
import { MOST_ORDERS_OF_LINES } from '../../../domain/orders/export';
import { useCan } from '../../access/useCan';
import { Icon } from '../../ui/Icon';
import { Menu, type MenuEntry } from '../../ui/Menu';
import { useOffer } from '../../ui/offers';
import { useExportUnderWay } from './export-file';

export type LineExport = {
  /** Order numbers selected; null when more is selected than was ever on screen. */
  selected: readonly string[] | null;
  /** Whether filters on products or brands are set, so that only some line items may be meant. */
  isFiltered: boolean;
  onExport: (orderNumbers: string[], onlyMatching: boolean) => void;
};

export type ExportMenuProps = {
  /** What the platform asks of whoever exports; what one sees is saved without it. */
  requires: Requirement;
  /** Orders on the page, and in words how many match. */
  onPage: number;
  matching: string;
  onSavePage: () => void;
  onExportAll: () => void;
  lines?: LineExport | undefined;
  /** Whether the palette offers it too. */
  isOffered: boolean;
};

/** What can be saved as csv: the page as it is seen, everything that matches, and line items of what is selected. */
export function ExportMenu(props: ExportMenuProps) {
  const { requires, onPage, matching, onSavePage, onExportAll, lines, isOffered } = props;
  const underWay = useExportUnderWay();
  const whyNot = useCan().whyNot(requires);
  const waits = underWay ? 'An export is being prepared.' : onPage === 0 ? 'There are no orders to export.' : null;
  useOffer('Export all matching orders as csv', isOffered && waits === null ? onExportAll : undefined);
  // What only the plan lacks stays to be pressed: the platform then says which plan holds it.
  const said = waits ? { disabled: true, note: waits } : whyNot ? { note: whyNot } : {};
  const entries: MenuEntry[] = [
    { label: `This page (${onPage})`, disabled: onPage === 0, onSelect: onSavePage, note: 'As you see it' },
    { label: `All ${matching} matching orders`, ...said, separated: true, onSelect: onExportAll },
    ...lineEntries(lines, said),
    ...(underWay ? [{ label: 'Cancel the export', separated: true, onSelect: underWay.cancel }] : []),
  ];
  return (
    <Menu label="Export" className="v-button o-export" entries={entries}>
      <Icon name="download" size={18} />
      <span className="vg-wide">Export</span>
    </Menu>
  );
}

function lineEntries(lines: LineExport | undefined, said: Partial<MenuEntry>): MenuEntry[] {
  if (!lines) return [];
  const { selected, isFiltered, onExport } = lines;
  const whyNot = whyNoLines(selected);
  const many = selected?.length ?? 0;
  const label = lineLabel(many);
  if (whyNot !== null || selected === null) {
    return [{ label, disabled: true, note: whyNot ?? '', onSelect: () => {} }];
  }
  const entry = (label: string, onlyMatching: boolean): MenuEntry => ({
    label,
    ...said,
    onSelect: () => onExport([...selected], onlyMatching),
  });
  return [entry(label, false), ...(isFiltered ? [entry(`${label}, matching the filters only`, true)] : [])];
}

function lineLabel(many: number): string {
  if (many === 0) return 'Line items of selected orders';
  return many === 1 ? 'Line items of the selected order' : `Line items of the ${many} selected`;
}

function whyNoLines(selected: readonly string[] | null): string | null {
  if (selected?.length === 0) return 'Select at least one order first.';
  return selected === null || selected.length > MOST_ORDERS_OF_LINES
    ? `Select at most ${MOST_ORDERS_OF_LINES.toLocaleString('en-US')} orders, page by page.`
    : null;
}
