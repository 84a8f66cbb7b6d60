import type { CallInput } from '../../../domain/contract/endpoint';
import { customers as calls } from '../../../domain/customers/contract';
import type { CustomerFacets, CustomerRow } from '../../../domain/customers/customer';
import type { CustomerFilters } from '../../../domain/customers/filters';
import { useCan } from '../../access/useCan';
import { type BulkAct, BulkActs, type Selected } from '../../kit/list';
import { useSession } from '../../providers/session';
import { useCall } from '../../providers/use-call';
import { useResourceList } from '../../providers/use-resource';
import { salesReps } from '../team/resource';

type Act = CallInput<typeof calls.bulk>['body']['act'];
type Doing = BulkAct<CustomerRow, Act, CustomerFilters>;
type Props = { selected: Selected<CustomerRow>; filters: CustomerFilters; facets: CustomerFacets | undefined };

const set = (verb: string, outcome: string, act: Act): Doing => ({
  verb,
  outcome,
  act,
  review: (many) => `${many} will be ${outcome}.`,
});

/** What can be done with several customers at once. */
export function CustomerBulkActions({ selected, filters, facets }: Props) {
  const { scope } = useSession();
  const { whyNot } = useCan();
  const where = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const { run, isPending, error } = useCall(calls.bulk, { showsErrors: true });
  const people = useResourceList(salesReps).result.data;
  const { setStatus, setHold } = calls.bulk.acts;
  const menus: Record<string, { acts: readonly Doing[]; requires: typeof setStatus.requires }> = {
    'Set status': {
      requires: setStatus.requires,
      acts: [...(facets?.customerStatuses ?? []), { id: null, name: 'no status' }].map(({ id, name }) =>
        set(`Set ${name} on`, `set to ${name}`, { name: 'setStatus', customerStatusId: id }),
      ),
    },
    'Set zone': {
      requires: setStatus.requires,
      acts: [...(facets?.serviceZones ?? []), { id: null, name: 'no zone' }].map(({ id, name }) =>
        set(`Set ${name} on`, `set to ${name}`, { name: 'setServiceZone', serviceZoneId: id }),
      ),
    },
    'Add manager': {
      requires: setStatus.requires,
      acts: people.map(({ searchId, displayName }) =>
        set(`Add ${displayName} to`, `looked after by ${displayName}`, { name: 'addManager', managerId: searchId }),
      ),
    },
    Delinquent: {
      requires: setStatus.requires,
      acts: [
        set('Mark delinquent:', 'marked delinquent', { name: 'setDelinquent', delinquent: true }),
        set('Clear delinquent:', 'marked as paying on time', { name: 'setDelinquent', delinquent: false }),
      ],
    },
    Hold: {
      requires: setHold.requires,
      acts: [
        set('Put on hold:', 'on hold', { name: 'setHold', onHold: true }),
        set('Release hold:', 'released', { name: 'setHold', onHold: false }),
      ],
    },
  };
  return Object.entries(menus).map(([label, { acts, requires }]) => (
    <BulkActs<CustomerRow, CustomerFilters, Act>
      key={label}
      label={label}
      noun={['customer', 'customers']}
      selected={selected}
      filters={filters}
      whyNot={whyNot(requires)}
      nothingOpen="There is nothing to choose from yet."
      acts={acts}
      start={{ run: (selection, act) => run({ body: { ...where, selection, act } }), isPending, error }}
    />
  ));
}
