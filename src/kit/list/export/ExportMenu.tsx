import type { Requirement } from '../../../../domain/access/ability';
import { useCan } from '../../../access/useCan';
import { askForPlan } from '../../../providers/session/refusals';
import { Icon } from '../../../ui/Icon';
import { Menu, type MenuEntry } from '../../../ui/Menu';
import { useOffer } from '../../../ui/offers';
import { useExportUnderWay } from './export-file';

export type ExportMenuProps = {
  /** What exporting requires, one page or everything. */
  requires: Requirement;
  /** The noun: "order", "orders". */
  noun: readonly [one: string, many: string];
  /** Rows on the page, and the number of matches as text. */
  onPage: number;
  matching: string;
  onSavePage: () => void;
  onExportAll: () => void;
  /** Other exports, an entry each. */
  more?: readonly MenuEntry[] | undefined;
  /** Whether the palette offers it too. */
  isOffered: boolean;
};

/** Csv exports: the current page, all matches, and other exports of the list. */
export function ExportMenu(props: ExportMenuProps) {
  const { requires, noun, onPage, matching, onSavePage, onExportAll, more = [], isOffered } = props;
  const underWay = useExportUnderWay();
  const can = useCan();
  const whyNot = can.whyNot(requires);
  const missing = can.lacksPlan(requires);
  const waits = underWay ? 'We’re preparing an export.' : onPage === 0 ? `There are no ${noun[1]} to export.` : null;
  useOffer(`Export all matching ${noun[1]} as csv`, isOffered && waits === null ? onExportAll : undefined);
  // What only the plan lacks stays enabled: the platform then says which plan includes it.
  const said = waits ? { disabled: true, note: waits } : whyNot ? { note: whyNot } : {};
  const entries: MenuEntry[] = [
    {
      label: `This page (${onPage})`,
      disabled: onPage === 0 || (whyNot !== null && missing === null),
      onSelect: missing ? () => askForPlan(missing) : onSavePage,
      note: whyNot ?? 'The columns and order shown',
    },
    {
      label: matching === '1' ? `The matching ${noun[0]}` : `All ${matching} matching ${noun[1]}`,
      ...said,
      separated: true,
      onSelect: onExportAll,
    },
    ...more.map((entry) => (entry.disabled ? entry : { ...entry, ...said })),
    ...(underWay ? [{ label: 'Cancel export', separated: true, onSelect: underWay.cancel }] : []),
  ];
  return (
    <Menu label="Export" className="v-button" entries={entries}>
      <Icon name="download" size={18} />
      <span data-wide>Export</span>
    </Menu>
  );
}
