import { customers as calls } from '../../../domain/customers/contract';
import type { CustomerFacets, CustomerRow } from '../../../domain/customers/customer';
import type { ListBulk } from '../../kit/list';
import { useResourceList } from '../../providers/use-resource';
import { salesReps } from '../team/resource';

type CustomerBulk = ListBulk<CustomerRow, typeof calls.bulk>;

const named = (entries: readonly { id: number; name: string }[] = []) =>
  entries.map(({ id, name }) => ({ value: id, label: name }));

/** What can be done with several customers at once. */
export function useCustomerBulk(facets: CustomerFacets | undefined): CustomerBulk {
  const team = useResourceList(salesReps).query.data?.data;
  const people = team?.map(({ searchId, displayName }) => ({ value: searchId, label: displayName }));
  const status = choice('Status', 'Choose a status', named(facets?.customerStatuses));
  const zone = choice('Service zone', 'Choose a zone', named(facets?.serviceZones));
  const manager = { name: 'managerId', label: 'Manager', control: 'lookup', options: people, required: true } as const;
  const nameOf = (options: Choices | undefined, id: unknown) => options?.find(({ value }) => value === id)?.label;
  return {
    call: calls.bulk,
    label: 'Change',
    nothingOpen: 'No change is open to these customers.',
    acts: [
      {
        act: 'setStatus',
        asks: [{ ...status, name: 'customerStatusId' }],
        title: (many) => `Set the status of ${many}`,
        outcome: ({ customerStatusId }) => `set to ${nameOf(status.options, customerStatusId) ?? 'another status'}`,
      },
      {
        act: 'setStatus',
        input: { customerStatusId: null },
        title: (many) => `Clear the status of ${many}`,
        outcome: () => 'without a status',
      },
      {
        act: 'setServiceZone',
        asks: [{ ...zone, name: 'serviceZoneId' }],
        title: (many) => `Set the service zone of ${many}`,
        outcome: ({ serviceZoneId }) => `in ${nameOf(zone.options, serviceZoneId) ?? 'another zone'}`,
        separated: true,
      },
      {
        act: 'setServiceZone',
        input: { serviceZoneId: null },
        title: (many) => `Clear the service zone of ${many}`,
        outcome: () => 'without a service zone',
      },
      {
        act: 'addManager',
        asks: [manager],
        title: (many) => `Add a manager to ${many}`,
        outcome: ({ managerId }) => `looked after by ${nameOf(people, managerId) ?? 'the manager added'}`,
        separated: true,
      },
      {
        act: 'removeManager',
        asks: [manager],
        title: (many) => `Remove a manager from ${many}`,
        outcome: ({ managerId }) => `without ${nameOf(people, managerId) ?? 'the manager removed'}`,
      },
      {
        act: 'setDelinquent',
        input: { delinquent: true },
        title: (many) => `Mark ${many} delinquent`,
        outcome: () => 'marked delinquent',
        separated: true,
      },
      {
        act: 'setDelinquent',
        input: { delinquent: false },
        title: (many) => `Mark ${many} as paying on time`,
        outcome: () => 'marked as paying on time',
      },
      {
        act: 'setHold',
        input: { onHold: true },
        asks: [{ name: 'holdReason', label: 'Reason for the hold', maxLength: 500, hint: 'The buyer doesn’t see it.' }],
        title: (many) => `Put ${many} on hold`,
        outcome: () => 'on hold',
        review: (many) => `${many} will be on hold: no new orders until they are released.`,
        tone: 'danger',
        separated: true,
      },
      {
        act: 'setHold',
        input: { onHold: false },
        title: (many) => `Release ${many} from hold`,
        outcome: () => 'released from hold',
      },
    ],
  };
}

type Choices = readonly { value: number; label: string }[];

const choice = (label: string, placeholder: string, options: Choices) => ({
  label,
  placeholder,
  options,
  control: 'select' as const,
  required: true,
});
