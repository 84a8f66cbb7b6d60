import { changesOrders } from '../../../../domain/orders/contract';
import { DOCUMENT_KINDS, DOCUMENTS, type DocumentKind, MOST_PRINTED } from '../../../../domain/orders/document-kinds';
import { useCan } from '../../../access/useCan';
import { Icon } from '../../../ui/Icon';
import { Menu, type MenuEntry } from '../../../ui/Menu';

const load = () => import('./print-orders');

type PrintMenuProps = {
  orderIds: readonly number[];
  /** Entries after the documents. */
  more?: readonly MenuEntry[];
  onNear?: () => void;
};

/** Downloads these orders as documents. */
export function PrintMenu({ orderIds, more = [], onNear }: PrintMenuProps) {
  const mayMark = useCan().can(changesOrders);
  const isTooMany = orderIds.length > MOST_PRINTED;
  const print = async (kind: DocumentKind) => (await load()).printOrders(kind, orderIds, mayMark);
  const nameOf = (kind: DocumentKind) => {
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
          disabled: isTooMany,
          ...(isTooMany && { note: `Select at most ${MOST_PRINTED} orders.` }),
          onSelect: () => void print(kind),
        })),
        ...more,
      ]}
    >
      <Icon name="print" size={18} />
      Print
    </Menu>
  );
}
