import { LabelList } from './LabelList';
import { customerServiceZones, customerStatuses } from './resource';

/** Customer statuses. */
export function StatusList() {
  return (
    <LabelList
      resource={customerStatuses}
      title="Customer statuses"
      noun={['status', 'statuses']}
      hint="Group customers your way: prospect, active, key account."
      filter="customerStatusIds"
      links={[{ path: 'service-zones', label: 'Service zones' }]}
    />
  );
}

/** Service zones, in route order. */
export function ServiceZoneList() {
  return (
    <LabelList
      resource={customerServiceZones}
      title="Service zones"
      noun={['zone', 'zones']}
      hint="Add the areas you deliver to, in route order."
      filter="serviceZoneIds"
      links={[
        { path: 'map-service-zones', label: 'Map' },
        { path: 'customer-statuses', label: 'Statuses' },
      ]}
    />
  );
}
