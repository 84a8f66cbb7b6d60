import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ConnectionStatus } from '../../domain/organization/vocabulary';
import { useCan } from '../access/useCan';
import { useSessionState } from '../providers/session';
import { showSnack } from '../providers/snackbar';

/** Says when a license's history was read, wherever the reader is, with a way to its packages. */
export function useSyncNews(): void {
  const state = useSessionState();
  const navigate = useNavigate();
  const seesPackages = useCan().holds('read', 'INVENTORY');
  const { organization = null, sellerCompany = null } = state.status === 'signed-in' ? state : {};
  const before = useRef(new Map<number, ConnectionStatus>());
  useEffect(() => {
    const licenses = organization?.licenses ?? [];
    for (const { id, name, connectionStatus, state: place } of licenses) {
      const wasReading = before.current.get(id) === 'SYNCING_HISTORICAL_DATA';
      if (!wasReading || connectionStatus !== 'ONLINE' || !seesPackages) continue;
      const isShown = place.ansiAbbrevation === sellerCompany?.state.ansiAbbrevation;
      showSnack({
        key: `synced-${id}`,
        status: 'success',
        message: `${name} is synced with the tracking system.`,
        timeoutMs: null,
        ...(isShown && {
          action: { label: 'Show its packages', run: () => void navigate(`/inventory?licenseIds=${id}`) },
        }),
      });
    }
    before.current = new Map(licenses.map(({ id, connectionStatus }) => [id, connectionStatus]));
  }, [organization, sellerCompany, seesPackages, navigate]);
}
