import type { ReactNode } from 'react';
import type { licenses } from '../../../domain/licenses/contract';
import { orderFilters } from '../../../domain/orders/filters';
import { OPEN_STATUSES } from '../../../domain/orders/status';
import type { companies } from '../../../domain/organization/company-contract';
import { type BlockingKind, dependentWords, type GoingKind } from '../../../domain/organization/dependents';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { type CallResult, useCallQuery } from '../../providers/refine/use-call';
import { choose } from '../../providers/session/session-store';
import { showSnack } from '../../providers/snackbar';
import { Confirm } from '../form/questions/Confirm';
import { Dependents } from '../form/questions/Dependents';

type Kind = BlockingKind | GoingKind;

const statuses = new URLSearchParams(orderFilters.format({ statuses: [...OPEN_STATUSES] }));
const COMPANIES = '/account/manage/companies';
const BUYERS = '/account/manage/buyer-companies';

/** The list of a person's assignments it is in. */
type Assigned = 'licenseIds' | 'companyIds';

type Place = {
  /** The records of that kind that depend on the removed one. */
  to: (id: number, list: Assigned) => string;
  /** Shows those of the company or license the person acts for. */
  isOfContext?: true;
};

/** Where each kind is settled or seen. */
const PLACES: Record<Kind, Place | null> = {
  companies: { to: (id) => `${COMPANIES}?licenseIds=${id}` },
  openPurchases: { to: () => `/orders/purchases?${statuses}`, isOfContext: true },
  filledCarts: { to: () => '/marketplace/cart', isOfContext: true },
  openOrders: { to: () => `/orders?${statuses}`, isOfContext: true },
  distributorOf: { to: (id) => `${COMPANIES}?distributorIds=${id}` },
  syncs: { to: () => '/account/integrations' },
  packages: { to: (id) => `/inventory?licenseIds=${id}` },
  trackedProducts: null,
  harvests: null,
  trackingWrites: null,
  sharedBrands: { to: (id) => `/network/shared-brands?licenseId=${id}` },
  buyerCompanies: { to: (id) => `${BUYERS}?licenseIds=${id}` },
  products: null,
  customers: { to: () => '/network/customers', isOfContext: true },
  paymentOptions: { to: (id) => `${COMPANIES}/${id}` },
  serviceZones: { to: (id) => `${COMPANIES}/${id}/service-zones` },
  notifications: { to: (id) => `${COMPANIES}/${id}/notification-settings` },
  invites: { to: (id) => `${COMPANIES}/${id}` },
  members: { to: (id, list) => `/account/manage-users?${list}=${id}` },
};

export type RemoveRecordProps = {
  name: string;
  id: number;
  /** Reads what depends on it. */
  dependents: (typeof licenses | typeof companies)['dependents'];
  /** The company or license to act for where its records are listed. */
  context: Parameters<typeof choose>[0];
  assigned: Assigned;
  run: () => Promise<CallResult<unknown>>;
  onDone?: () => unknown;
  onClose: () => void;
  /** What else happens, and what stays. */
  children: ReactNode;
};

/** Asks before a license or company is removed: what must be settled first, or what goes with it. */
export function RemoveRecord(props: RemoveRecordProps) {
  const { name, id, dependents, context, assigned, run, onDone, onClose, children } = props;
  const { data, error } = useCallQuery(dependents, { params: { id } }, { staleTime: 0 });
  const isBlocked = (data?.blocking.length ?? 0) > 0;
  const waiting = error ? messageOf(error) : 'Checking what depends on it…';
  const settle = isBlocked ? 'Settle what’s listed first, then remove it.' : null;
  /** Removed by someone else at the same time, it is removed too. */
  const remove = async () => {
    const result = await run();
    const isGone = !result.ok && result.error instanceof CallError && result.error.status === 404;
    if (isGone) showSnack({ status: 'info', message: `${name} had already been removed.` });
    else if (result.ok) showSnack({ status: 'success', message: `${name} removed.` });
    return isGone ? { ok: true as const, value: undefined } : result;
  };
  const listed = (found: readonly { kind: Kind; count: number }[] = []) =>
    found.map((one) => {
      const place = PLACES[one.kind];
      const onFollow = () => {
        if (place?.isOfContext) choose(context);
        onClose();
      };
      return { says: dependentWords(one), to: place?.to(id, assigned) ?? null, onFollow };
    });
  return (
    <Confirm
      title={`Remove ${name}?`}
      act="Remove"
      run={remove}
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
