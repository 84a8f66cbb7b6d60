import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSessionState } from '../../providers/session';

/** Says when a license's history was read, wherever the reader is. */
export function useSyncNews(): void {
  const state = useSessionState();
  const navigate = useNavigate();
  const before = useRef<number[]>([]);
  useEffect(() => {
    if (state.status !== 'signed-in') return;
    const licenses = state.organization?.licenses ?? [];
    const withStatus = (status: string) => licenses.flatMap((one) => (one.connectionStatus === status ? [one.id] : []));
    const read = withStatus('ONLINE').filter((id) => before.current.includes(id));
    before.current = withStatus('SYNCING_HISTORICAL_DATA');
    for (const id of read) void import('./sync-news').then(({ showSynced }) => showSynced(id, state, navigate));
  }, [state, navigate]);
}
