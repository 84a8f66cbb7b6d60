import { useParams } from 'react-router';
import type { WholesaleConflict } from '../../../domain/wholesale/desk-contract';
import type { FieldOwner } from '../../../domain/wholesale/vocabulary';

const ROOT = '/account/integrations/wholesale';
export const conflictsPath = (syncId: number) => `${ROOT}/${syncId}/conflicts`;
export const healthPath = (syncId: number) => `${ROOT}/${syncId}/health`;

/** The way back from a page about a connection. */
export const crumbsOf = (syncId: number) => [
  { label: 'Integrations', to: '/account/integrations' },
  { label: 'Wholesale marketplace', to: `${ROOT}/${syncId}` },
];

/** The connection a page is of; null for an address that names none. */
export function useSyncId(): number | null {
  const { syncId = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(syncId) ? Number(syncId) : null;
}

/** Who decides a field, as people choose it. */
export const OWNERS: Record<FieldOwner, string> = {
  OURS: 'Verdant',
  THEIRS: 'Wholesale marketplace',
  LAST_EDIT: 'Whoever changed it last',
};

/** Where a record with a conflict is shown. */
export function placeOf({ kind, ownId }: Pick<WholesaleConflict, 'kind' | 'ownId'>): string {
  if (kind === 'PRODUCT') return `/inventory/products/${ownId}`;
  return kind === 'ORDER' ? `/orders/${ownId}` : `/customers/${ownId}`;
}

const MINUTE = 60_000;

/** A lag as people read it: "40 s", "3 min", "2 h". */
export function lagText(ms: number | null): string {
  if (ms === null) return 'Not seen yet';
  if (ms < MINUTE) return `${Math.max(1, Math.round(ms / 1000))} s`;
  return ms < 60 * MINUTE ? `${Math.round(ms / MINUTE)} min` : `${Math.round(ms / (60 * MINUTE))} h`;
}
