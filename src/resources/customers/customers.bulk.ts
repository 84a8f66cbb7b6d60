import { useState } from 'react';
import { customers as calls } from '../../../domain/customers/contract';
import type { CustomerFacets, CustomerRow } from '../../../domain/customers/customer';
import { choicesOf } from '../../kit/form/choices';
import type { ListBulk } from '../../kit/list';
import type { RowOf } from '../../providers/refine/resource-types';
import { salesReps } from '../team/sales-reps/resource';

type Named = { id: number; name: string };

/** A field to choose one of a few records. */
const choiceOf = <N extends string>(name: N, label: string, from: readonly Named[] = []) => ({
  name,
  label,
  placeholder: 'Choose one',
  control: 'select' as const,
  options: from.map((one) => ({ value: one.id, label: one.name })),
  required: true,
});

const nameOf = ({ options }: Pick<ReturnType<typeof choiceOf>, 'options'>, id: unknown) =>
  options.find(({ value }) => value === id)?.label ?? 'the selected one';

/** Bulk actions on customers. */
export function useCustomerBulk(facets: CustomerFacets | undefined): ListBulk<CustomerRow, typeof calls.bulk> {
  const [team, setTeam] = useState<readonly RowOf<typeof salesReps>[]>([]);
  const status = choiceOf('customerStatusId', 'Status', facets?.customerStatuses);
  const zone = choiceOf('serviceZoneId', 'Service zone', facets?.serviceZones);
  const manager = {
    name: 'managerId' as const,
    label: 'Manager',
    placeholder: 'Choose one',
    control: 'lookup' as const,
    source: choicesOf(salesReps, {
      option: ({ searchId, displayName }) => ({ value: searchId, label: displayName }),
      onFound: setTeam,
    }),
    required: true,
  };
  const managerName = (id: unknown) => team.find(({ searchId }) => searchId === id)?.displayName ?? 'the selected one';
  return {
    call: calls.bulk,
    label: 'Change',
    nothingOpen: 'You can’t change these customers.',
    acts: [
      {
        act: 'setStatus',
        asks: [status],
        title: 'Set the status of #',
        outcome: ({ customerStatusId }) => `set to ${nameOf(status, customerStatusId)}`,
      },
      {
        act: 'setStatus',
        input: { customerStatusId: null },
        title: 'Clear the status of #',
        outcome: 'without a status',
      },
      {
        act: 'setServiceZone',
        asks: [zone],
        title: 'Set the service zone of #',
        outcome: ({ serviceZoneId }) => `in ${nameOf(zone, serviceZoneId)}`,
        separated: true,
      },
      {
        act: 'setServiceZone',
        input: { serviceZoneId: null },
        title: 'Clear the zone of #',
        outcome: 'without a zone',
      },
      {
        act: 'addManager',
        asks: [manager],
        title: 'Add a manager to #',
        outcome: ({ managerId }) => `managed by ${managerName(managerId)}`,
        separated: true,
      },
      {
        act: 'removeManager',
        asks: [manager],
        title: 'Remove a manager from #',
        outcome: ({ managerId }) => `without ${managerName(managerId)}`,
      },
      {
        act: 'setDelinquent',
        input: { delinquent: true },
        title: 'Mark # delinquent',
        outcome: 'delinquent',
        separated: true,
      },
      {
        act: 'setDelinquent',
        input: { delinquent: false },
        title: 'Clear delinquent for #',
        outcome: 'no longer delinquent',
      },
      {
        act: 'setHold',
        input: { onHold: true },
        asks: [{ name: 'holdReason', label: 'Reason for the hold', maxLength: 500, hint: 'The buyer doesn’t see it.' }],
        title: 'Put # on hold',
        outcome: 'on hold',
        review: (many) => `${many} will be on hold: no new orders until they are released.`,
        tone: 'danger',
        separated: true,
      },
      { act: 'setHold', input: { onHold: false }, title: 'Release # from hold', outcome: 'released from hold' },
    ],
  };
}
