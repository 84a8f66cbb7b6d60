import { LabelList } from './LabelList';
import { customerServiceZones } from './resource';

/** Where a company delivers, in the order its routes are driven. */
export default function ServiceZoneList() {
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
