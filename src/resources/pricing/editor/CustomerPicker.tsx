import { useMemo, useRef, useState } from 'react';
import { type CUSTOMER_SORTS, customers as calls } from '../../../../domain/customers/contract';
import type { CustomerRow } from '../../../../domain/customers/customer';
import { counted } from '../../../../domain/text';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { reportError } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextInput } from '../../../ui/Field';
import { DataGrid, type GridColumn, type GridSelection, type GridState } from '../../../ui/grid';
import { useDebounced } from '../../../ui/hooks';

type Member = { id: number; name: string };
type PickerProps = {
  companyId: number;
  chosen: readonly Member[];
  onAdd: (members: readonly Member[]) => void;
  onClose: () => void;
};

type Sort = (typeof CUSTOMER_SORTS)[number];
const LARGEST_PAGE = 250;
const NONE: GridSelection = { kind: 'some', ids: [] };

/** Chooses from the company's customers, one by one or all that match. */
export function CustomerPicker({ companyId, chosen, onAdd, onClose }: PickerProps) {
  const { scope } = useSession();
  const [text, setText] = useState('');
  const searchTerm = useDebounced(text.trim());
  const [state, setState] = useState<GridState>({ page: 0, pageSize: 25, sort: [{ id: 'displayName', desc: false }] });
  const [selection, setSelection] = useState<GridSelection>(NONE);
  const [isBusy, setBusy] = useState(false);
  const [sort] = state.sort;
  const asked = {
    orgId: scope?.orgId ?? 0,
    companyId,
    searchTerm,
    sortBy: (sort?.id ?? 'displayName') as Sort,
    sortDesc: sort?.desc ?? false,
  };
  const body = { ...asked, page: state.page, itemsPerPage: state.pageSize };
  const found = useCallQuery(calls.search, { body }, { keepsPrevious: true });
  const known = useRef(new Map<string, Member>());
  for (const { id, name } of found.data?.results ?? []) known.current.set(String(id), { id, name });
  const total = found.data?.resultCount ?? 0;
  const count = selection.kind === 'some' ? selection.ids.length : total - selection.except.length;

  const add = async () => {
    setBusy(true);
    try {
      const members =
        selection.kind === 'some'
          ? selection.ids.flatMap((id) => known.current.get(id) ?? [])
          : (await readAll(asked)).filter(({ id }) => !selection.except.includes(String(id)));
      onAdd(members);
      onClose();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  const columns = useMemo(() => pickerColumns(new Set(chosen.map(({ id }) => id))), [chosen]);
  return (
    <Dialog
      title="Choose customers"
      width={880}
      onClose={onClose}
      closable={!isBusy}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button tone="primary" busy={isBusy} disabled={count === 0} onClick={() => void add()}>
            {count === 0 ? 'Add customers' : `Add ${counted(count, 'customer')}`}
          </Button>
        </>
      }
    >
      <DataGrid<CustomerRow>
        id="price-schedule-customers"
        label="Customers"
        columns={columns}
        rows={found.data?.results}
        rowId={({ id }) => String(id)}
        rowLabel={({ name }) => name}
        noun={['customer', 'customers']}
        state={state}
        onStateChange={setState}
        total={total}
        refreshing={found.isFetching && found.data !== undefined}
        error={found.error && messageOf(found.error)}
        onRetry={() => void found.refetch()}
        selection={selection}
        onSelectionChange={setSelection}
        height={440}
        empty={{ title: searchTerm ? 'No customers match' : 'No customers yet' }}
        toolbar={
          <TextInput
            type="search"
            aria-label="Find customers"
            placeholder="Find customers"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setState({ ...state, page: 0 });
              if (selection.kind === 'all') setSelection(NONE);
            }}
          />
        }
      />
    </Dialog>
  );
}

type Asked = { orgId: number; companyId: number; searchTerm: string; sortBy: Sort; sortDesc: boolean };

/** Every match, page by page. */
async function readAll(asked: Asked): Promise<Member[]> {
  const members: Member[] = [];
  for (let page = 0; ; page += 1) {
    const { results } = await call(calls.search, { body: { ...asked, page, itemsPerPage: LARGEST_PAGE } });
    members.push(...results.map(({ id, name }) => ({ id, name })));
    if (results.length < LARGEST_PAGE) return members;
  }
}

const pickerColumns = (chosen: ReadonlySet<number>): readonly GridColumn<CustomerRow>[] => [
  nameColumn('displayName', 'Name', { cell: ({ name }) => name, width: 260 }),
  textColumn('license', 'License', ({ license }) => license?.licenseNumber, { width: 160 }),
  textColumn('customerStatus', 'Status', ({ customerStatus }) => customerStatus?.name, { width: 124, sortable: true }),
  textColumn('serviceZone', 'Zone', ({ serviceZone }) => serviceZone?.name, { width: 124, sortable: true }),
  textColumn('has', 'These prices', ({ id }) => (chosen.has(id) ? 'Has them' : ''), { width: 120 }),
];
