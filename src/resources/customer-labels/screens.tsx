import { LabelList } from './LabelList';
import { customerServiceZones, customerStatuses } from './resource';

/** Where customers stand with a company. */
export function StatusList() {
  return (
    <LabelList
      resource={customerStatuses}
      title="Customer statuses"
      noun={['status', 'statuses']}
      hint="Prospect, active, key account: whatever you tell customers apart by."
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
      hint="Add the areas you deliver to, and put them in the order your routes are driven."
      filter="serviceZoneIds"
    />
  );
}
