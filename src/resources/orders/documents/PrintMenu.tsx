import { changesOrders } from '../../../../domain/orders/contract';
import { DOCUMENT_KINDS, DOCUMENTS, type DocumentKind } from '../../../../domain/orders/documents/document-kinds';
import { useCan } from '../../../access/useCan';
import { Icon } from '../../../ui/Icon';
import { Menu, type MenuEntry } from '../../../ui/Menu';

const load = () => import('./print-orders');

type PrintMenuProps = {
  orderIds: readonly number[];
  /** Entries after the documents. */
  more?: readonly MenuEntry[];
  onNear?: () => unknown;
  /** How many orders as text, when they are more than are downloaded at once. */
  many?: string | null;
  /** Has those printed in the background. */
  onPrintMany?: (kind: DocumentKind) => void;
};

/** Downloads these orders as documents. */
export function PrintMenu({ orderIds, many = null, onPrintMany, more = [], onNear }: PrintMenuProps) {
  const mayMark = useCan().can(changesOrders);
  const print = async (kind: DocumentKind) => (await load()).printOrders(kind, orderIds, mayMark);
  const nameOf = (kind: DocumentKind) => {
    if (many !== null) return `${DOCUMENTS[kind]}${kind === 'PICK_LIST' ? '' : 's'} of ${many} orders…`;
    const isEach = kind !== 'PICK_LIST' && orderIds.length > 1;
    return isEach ? `${orderIds.length} ${DOCUMENTS[kind].toLowerCase()}s` : DOCUMENTS[kind];
  };
  const near = () => {
    void load();
    onNear?.();
  };
  return (
    <Menu
      label="Print"
      onNear={near}
      entries={[
        ...DOCUMENT_KINDS.map((kind) => ({
          label: nameOf(kind),
          onSelect: () => (many === null ? void print(kind) : onPrintMany?.(kind)),
        })),
        ...more,
      ]}
    >
      <Icon name="print" size={18} />
      Print
    </Menu>
  );
}
