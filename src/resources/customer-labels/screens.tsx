import { LabelList } from './LabelList';
import { customerServiceZones, customerStatuses } from './resource';

/** Where customers stand with a company. */
export function StatusList() {
  return (
    <LabelList
      resource={customerStatuses}
      title="Customer statuses"
      noun={['status', 'statuses']}
      hint="Group customers your way: prospect, active, key account."
      filter="customerStatusIds"
    />
  );
}

/** Where a company delivers, in the order its routes are driven. */
export function ServiceZoneList() {
  return (
    <LabelList
      resource={customerServiceZones}
      title="Service zones"
      noun={['zone', 'zones']}
      hint="Add the areas you deliver to, in route order."
      filter="serviceZoneIds"
    />
  );
}
