import { type BaseRecord, type HttpError, useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { COUNT_CAP } from '../../../../domain/contract/endpoint';
import { messageOf } from '../../../providers/call/call-errors';
import { listStart } from '../../../providers/data';
import type { ListRequest } from '../../../providers/refine/resource-types';
import { listMeta } from '../../../providers/refine/use-resource';
import { scopeNow } from '../../../providers/session/session-store';
import type { DataGridProps } from '../../../ui/grid';
import { type Answer, type Changes, savePlace, settle, type View } from './grid-view';

/** A record, as lists take it. */
export type ListRow = BaseRecord & { id: number };

export type GridQueryOptions<R extends ListRow> = {
  /** The name in its manifest. */
  resource: string;
  request: ListRequest;
  /** Reads one row, null when gone: for rows on screen that changed and no longer match. */
  reread?: ((row: R) => Promise<R | null>) | undefined;
  /** The path's earlier parameters, such as a license. */
  of?: Readonly<Record<string, string | number>> | undefined;
  /** What to read isn't known yet. */
  isWaiting?: boolean;
};

export type GridQuery<R> = Pick<
  DataGridProps<R>,
  'rows' | 'total' | 'totalIsCapped' | 'refreshing' | 'error' | 'onRetry'
> & {
  /** New rows waiting to be shown. */
  newRows: number;
  showNew: () => void;
  isForbidden: boolean;
};

const unread = async <R>(row: R) => row;

/**
 * A page of a list through Refine. Live changes update the rows on screen without moving them: new rows are counted and
 * join with `showNew`, or with the next page, filter or sort.
 */
export function useGridQuery<R extends ListRow>({
  resource,
  request,
  reread,
  of,
  isWaiting = false,
}: GridQueryOptions<R>): GridQuery<R> {
  const changes = useRef<Changes>({ created: new Set(), changed: new Set(), missed: false });
  const [view, setView] = useState<View<R> | null>(null);
  const asked = of ? { of } : {};
  const key = JSON.stringify([request, of]);
  const latest = useRef({ view, reread: reread ?? unread, refetch: () => {} });

  const onLiveEvent = useCallback(({ type, payload }: { type: string; payload: { ids?: unknown[] } }) => {
    const given = payload.ids ?? [];
    const ids = given.map(Number).filter(Number.isFinite);
    const { created, changed } = changes.current;
    for (const id of ids) {
      if (type !== 'updated') created.add(id);
      if (type !== 'created') changed.add(id);
    }
    // A change of many records names none.
    if (ids.length === 0 || ids.length < given.length) changes.current.missed = true;
    latest.current.refetch();
  }, []);

  const { query } = useList<R, HttpError>({
    resource,
    ...listMeta(request, asked),
    queryOptions: {
      enabled: !isWaiting,
      placeholderData: keepPreviousData,
      meta: { followsItself: true },
      ...(!isWaiting && listStart(resource, request, asked, scopeNow())),
    },
    errorNotification: false,
    liveMode: 'manual',
    onLiveEvent,
  });
  const { data, isPlaceholderData, dataUpdatedAt, error } = query;
  // The first reply is shown at once: there is no place to save yet.
  if (view === null && data && !isPlaceholderData) {
    setView(settle({ key, rows: data.data, total: data.total ?? 0 }));
  }
  latest.current = { view, reread: reread ?? unread, refetch: () => void query.refetch() };

  const answer = useRef<Answer<R> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that equals the former one still counts as read
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const fresh = { key, rows: data.data, total: data.total ?? 0 };
    const isFirst = answer.current === null;
    answer.current = fresh;
    if (isFirst && latest.current.view?.key === key && latest.current.view.rows === fresh.rows) return;
    const heard = changes.current;
    changes.current = { created: heard.created, changed: new Set(), missed: false };
    let state: 'merging' | 'shown' | 'late' = 'merging';
    void savePlace(latest.current.view, fresh, heard, latest.current.reread).then((next) => {
      if (state === 'late') return;
      state = 'shown';
      setView(next);
    });
    return () => {
      if (state === 'shown') return;
      state = 'late';
      for (const id of heard.changed) changes.current.changed.add(id);
      changes.current.missed ||= heard.missed;
    };
  }, [data, isPlaceholderData, dataUpdatedAt, key]);

  const showNew = useCallback(() => {
    changes.current.created.clear();
    if (answer.current) setView(settle(answer.current));
  }, []);

  const isOfThisPage = view?.key === key;
  const total = view?.total ?? 0;
  return {
    rows: view && (isOfThisPage || !error) ? view.rows : undefined,
    total: Math.min(total, COUNT_CAP),
    totalIsCapped: total > COUNT_CAP,
    refreshing: view !== null && (!isOfThisPage || (error !== null && query.isFetching)),
    error: error && messageOf(error),
    onRetry: latest.current.refetch,
    newRows: isOfThisPage ? view.arrived : 0,
    showNew,
    isForbidden: error?.statusCode === 403,
  };
}
