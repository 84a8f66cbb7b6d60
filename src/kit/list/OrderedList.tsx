import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { IconButton } from '../../ui/Button';
import styles from './list.module.css';

type OrderedListProps<R> = {
  label: string;
  /** In order. */
  rows: readonly R[];
  nameOf: (row: R) => string;
  /** Shown beside the name. */
  children?: ((row: R) => ReactNode) | undefined;
  actions?: (row: R) => ReactNode;
  /** Saves a row's new position, from 0; on failure the row moves back. Without it rows can't be moved. */
  onMove?: ((row: R, place: number) => Promise<{ ok: boolean }>) | undefined;
  /** The list element, to focus when the focused row is gone. */
  ref?: Ref<HTMLUListElement>;
};

/** A short list in the person's own order: drag rows by their handle, or use Space and the arrow keys. */
export function OrderedList<R extends { id: number }>(props: OrderedListProps<R>) {
  const { label, rows, nameOf, onMove, ref } = props;
  const [shown, setShown] = useState(rows);
  useEffect(() => setShown(rows), [rows]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: unknown) => shown.findIndex((row) => row.id === id);
  const drop = async ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)];
    const row = shown[from];
    if (!row || to < 0 || from === to) return;
    setShown(shown.toSpliced(from, 1).toSpliced(to, 0, row));
    const result = await onMove?.(row, to);
    if (!result?.ok) setShown(rows);
  };
  const labelOf = (id: unknown) => {
    const row = shown[placeOf(id)];
    return row ? nameOf(row) : '';
  };
  const at = (id: unknown) => `position ${placeOf(id) + 1} of ${shown.length}`;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={(event) => void drop(event)}
      accessibility={{
        screenReaderInstructions: {
          draggable: 'Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.',
        },
        announcements: {
          onDragStart: ({ active }) => `${labelOf(active.id)} picked up, ${at(active.id)}.`,
          onDragOver: ({ active, over }) => (over ? `${labelOf(active.id)} is over ${at(over.id)}.` : undefined),
          onDragEnd: ({ active, over }) => `${labelOf(active.id)} dropped${over ? ` at ${at(over.id)}` : ''}.`,
          onDragCancel: ({ active }) => `${labelOf(active.id)} not moved.`,
        },
      }}
    >
      <SortableContext items={shown.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul ref={ref} className={styles.ordered} aria-label={label} tabIndex={-1}>
          {shown.map((row) => (
            <OrderedRow key={row.id} row={row} {...props} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function OrderedRow<R extends { id: number }>({
  row,
  nameOf,
  children,
  actions,
  onMove,
}: OrderedListProps<R> & { row: R }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.id,
    disabled: onMove === undefined,
  });
  // The element is already a button, so these attributes are redundant.
  const { role: _, tabIndex: __, ...handle } = attributes;
  return (
    <li
      ref={setNodeRef}
      className={styles.orderedRow}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {onMove && (
        <IconButton ref={setActivatorNodeRef} icon="compact" label={`Move ${nameOf(row)}`} {...handle} {...listeners} />
      )}
      <span className={styles.orderedName}>
        <b>{nameOf(row)}</b>
        {children?.(row)}
      </span>
      {actions?.(row)}
    </li>
  );
}
