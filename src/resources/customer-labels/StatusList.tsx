import { LabelList } from './LabelList';
import { customerStatuses } from './resource';

/** Where customers stand with a company. */
export default function StatusList() {
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
