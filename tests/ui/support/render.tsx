import axe from 'axe-core';
import { useState } from 'react';
import { beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import {
  DataGrid,
  type DataGridProps,
  type GridColumn,
  type GridPreferences,
  type GridState,
} from '../../../src/ui/grid';
import '../../../src/ui/theme';

beforeEach(async () => {
  // A grid begins at the size it had, which another test's may not be.
  localStorage.removeItem('verdant.grid-sizes');
  await page.viewport(1280, 800);
});

export type Order = { id: string; buyer: string; total: number; created: Date; quantity: number };

const BUYERS = ['Green Valley', 'High Desert', 'Cascade'];

export const orders = (count: number): Order[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(1000 + index),
    buyer: `${BUYERS[index % 3]} ${index}`,
    total: (index * 37) % 100,
    created: new Date(2026, 0, 1 + index),
    quantity: index + 1,
  }));

export const columns: readonly GridColumn<Order>[] = [
  {
    id: 'id',
    header: 'Order',
    cell: (order) => <a href={`#${order.id}`}>{order.id}</a>,
    value: (order) => order.id,
    sortable: true,
    pinned: true,
    hideable: false,
    card: 'title',
  },
  { id: 'buyer', header: 'Buyer', cell: (order) => order.buyer, sortable: true },
  {
    id: 'total',
    header: 'Total',
    cell: (order) => order.total.toFixed(2),
    value: (order) => order.total,
    align: 'end',
    sortable: true,
  },
  { id: 'quantity', header: 'Quantity', cell: (order) => order.quantity, align: 'end' },
];

/** Preferences that last for the test. */
export function memoryPreferences(): GridPreferences {
  const kept = new Map<string, string>();
  return {
    load: (key) => JSON.parse(kept.get(key) ?? 'null'),
    save: (key, value) => kept.set(key, JSON.stringify(value)),
  };
}

type Given = Partial<DataGridProps<Order>>;

const baseProps = (given: Given): DataGridProps<Order> => ({
  id: 'orders',
  label: 'Orders',
  columns,
  rows: orders(30),
  rowId: (order) => order.id,
  rowLabel: (order) => `order ${order.id}`,
  noun: ['order', 'orders'],
  preferences: memoryPreferences(),
  ...given,
});

export function Frame({ children, width }: { children: React.ReactNode; width?: number }) {
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: 560, width: width ?? '100%' }}>{children}</div>
  );
}

/** A grid with all its rows. */
export const memoryGrid = (given: Given = {}, width?: number) =>
  render(
    <Frame {...(width ? { width } : {})}>
      <DataGrid {...baseProps(given)} />
    </Frame>,
  );

function ServedGrid({ all, given }: { all: readonly Order[]; given: Given }) {
  const [state, setState] = useState<GridState>({ page: 0, pageSize: 25, sort: [] });
  const onStateChange = (next: GridState) => {
    setState(next);
    given.onStateChange?.(next);
  };
  const rows = all.slice(state.page * state.pageSize, (state.page + 1) * state.pageSize);
  return <DataGrid {...baseProps({ rows, total: all.length, ...given, state, onStateChange })} />;
}

/** A grid paged like by the server. */
export const servedGrid = (given: Given = {}, count = 60) =>
  render(
    <Frame>
      <ServedGrid all={orders(count)} given={given} />
    </Frame>,
  );

/** axe reports nothing, color contrast included. */
export async function expectNoAxeFindings(container: Element): Promise<void> {
  const { violations } = await axe.run(container);
  expect(
    violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
}

/** A column's texts, top to bottom, as rendered. */
export const columnTexts = (index: number): string[] =>
  [...document.querySelectorAll(`[data-part=body] [data-c="${index}"]`)].map((cell) => cell.textContent ?? '');

export const focusedText = () => document.activeElement?.textContent;
