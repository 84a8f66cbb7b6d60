import type { ReactNode } from 'react';
import type { licenses } from '../../../domain/licenses/contract';
import { orderFilters } from '../../../domain/orders/filters';
import { OPEN_STATUSES } from '../../../domain/orders/status';
import type { companies } from '../../../domain/organization/company-contract';
import { type BlockingKind, dependentWords, type GoingKind } from '../../../domain/organization/dependents';
import { messageOf } from '../../providers/call-errors';
import { type CallResult, useCallQuery } from '../../providers/use-call';
import { Confirm } from '../form/Confirm';
import { Dependents } from '../form/Dependents';

type Kind = BlockingKind | GoingKind;

const statuses = new URLSearchParams(orderFilters.format({ statuses: [...OPEN_STATUSES] }));
const COMPANIES = '/account/manage/companies';

/** Where each kind is settled or seen. */
const PLACES: Record<Kind, string | null> = {
  companies: COMPANIES,
  openPurchases: `/orders/purchases?${statuses}`,
  filledCarts: '/marketplace/cart',
  openOrders: `/orders?${statuses}`,
  distributorOf: COMPANIES,
  syncs: '/account/integrations',
  buyerCompanies: '/account/manage/buyer-companies',
  products: null,
  customers: '/network/customers',
  paymentOptions: null,
  serviceZones: null,
  notifications: null,
  invites: null,
  members: '/account/manage-users',
};

export type RemoveRecordProps = {
  name: string;
  id: number;
  /** Reads what depends on it. */
  dependents: (typeof licenses | typeof companies)['dependents'];
  run: () => Promise<CallResult<unknown>>;
  onDone?: () => unknown;
  onClose: () => void;
  /** What else happens, and what stays. */
  children: ReactNode;
};

/** Asks before a license or company is removed: what must be settled first, or what goes with it. */
export function RemoveRecord({ name, id, dependents, run, onDone, onClose, children }: RemoveRecordProps) {
  const { data, error } = useCallQuery(dependents, { params: { id } }, { staleTime: 0 });
  const isBlocked = (data?.blocking.length ?? 0) > 0;
  const waiting = error ? messageOf(error) : 'Checking what depends on it…';
  const settle = isBlocked ? 'Settle what’s listed first, then remove it.' : null;
  const listed = (found: readonly { kind: Kind; count: number }[] = []) =>
    found.map((one) => ({ says: dependentWords(one), to: PLACES[one.kind] }));
  return (
    <Confirm
      title={`Remove ${name}?`}
      act="Remove"
      run={run}
      success={`${name} removed.`}
      whyNot={data ? settle : waiting}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    >
      <Dependents intro="These still depend on it:" found={listed(data?.blocking)} />
      {!isBlocked && (
        <>
          <Dependents intro="These go with it:" found={listed(data?.going)} />
          {children}
        </>
      )}
    </Confirm>
  );
}
