import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider, Table, type TableColumnType } from 'antd';
import type { Contestant } from './contestant';
import { type BenchRow, COLUMN_WIDTH, COLUMNS } from './data';

const HEADER_HEIGHT = 44;
const SELECTION_WIDTH = 44;

/** Makes antd's middle rows as tall as everybody else's. */
const theme = { components: { Table: { cellPaddingBlockMD: 10.5 } } };

const order = (a: string | number | undefined = '', b: string | number | undefined = '') =>
  a < b ? -1 : a > b ? 1 : 0;
const columns: TableColumnType<BenchRow>[] = COLUMNS.map(({ id, header, kind, text }) => ({
  key: id,
  title: header,
  render: (_, row) => text(row),
  width: COLUMN_WIDTH,
  sorter: (a, b) => order(a[id], b[id]),
  align: kind === 'number' || kind === 'money' ? 'end' : 'start',
  ellipsis: { showTitle: false },
  showSorterTooltip: false,
}));
const rowSelection = { columnWidth: SELECTION_WIDTH };

export const contestant: Contestant = {
  draw: (rows) => (
    <ConfigProvider theme={theme}>
      <Table
        virtual
        size="middle"
        rowKey="id"
        columns={columns}
        dataSource={rows}
        pagination={false}
        rowSelection={rowSelection}
        scroll={{ x: COLUMNS.length * COLUMN_WIDTH + SELECTION_WIDTH, y: window.innerHeight - HEADER_HEIGHT }}
      />
    </ConfigProvider>
  ),
  viewport: '.ant-table-tbody-virtual-holder',
  headHeight: 0,
  row: '.ant-table-tbody-virtual-holder .ant-table-row',
  firstRow: '.ant-table-tbody-virtual-holder .ant-table-row',
  isSelected: (row) => row.classList.contains('ant-table-row-selected'),
  box: '.ant-checkbox-input',
  allBox: '.ant-table-thead .ant-checkbox-input',
  header: '.ant-table-column-title',
};
