import { type ApprovalRow, approvalFilters } from '../../../../domain/carts/approvals/contract';
import { ResourceGrid, useListAddress } from '../../../kit/list';
import { PageFrame } from '../../../ui/PageFrame';
import { APPROVALS, approvalColumns } from './approvals.columns';
import { approvals } from './resource';

const SORTS = { by: ['asked', 'total', 'seller'], first: 'asked', desc: true } as const;

/** Requests to approve orders of the current buyer company. */
export default function ApprovalList() {
  const address = useListAddress(approvalFilters, SORTS);
  return (
    <PageFrame title="Approvals" breadcrumbs={[{ label: 'Purchase Orders', to: '/orders/purchases' }]}>
      <ResourceGrid<ApprovalRow>
        resource={approvals}
        label="Approvals"
        noun={['request', 'requests']}
        columns={approvalColumns}
        nameOf={({ sellerName, askedBy }) => `order from ${sellerName} by ${askedBy}`}
        address={address}
        filters={approvalFilters}
        search={{ label: 'Find a seller', field: 'seller' }}
        rowTone={({ status }) => (status === 'WAITING' ? undefined : 'muted')}
        empty={{
          title: 'No requests yet',
          hint: 'Orders that need approval appear here. Someone who manages your organization chooses which, on the buyer company’s page.',
        }}
        pathOf={({ id }) => `${APPROVALS}/${id}`}
      />
    </PageFrame>
  );
}
