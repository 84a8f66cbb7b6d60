import { useState } from 'react';
import { useParams } from 'react-router';
import type { CustomerStatus } from '../../../domain/customers/status';
import { useCan } from '../../access/useCan';
import { QueryState } from '../../kit/form/QueryState';
import { CreateButton, OrderedList, RecordDrawer, useOpenRecord } from '../../kit/list';
import { useSession } from '../../providers/session';
import { useResourceList, useResourceUpdate } from '../../providers/use-resource';
import { IconButton } from '../../ui/Button';
import { PageFrame } from '../../ui/PageFrame';
import { customerStatuses } from './resource';
import { DeleteStatus, StatusDrawer } from './StatusForms';

/** A company's customer statuses: added, renamed, put in order and deleted here. */
export default function StatusList() {
  const companyId = Number(useParams().slug);
  const { organization } = useSession();
  const company = organization?.companies.find((one) => one.companyId === companyId);
  const { query, result } = useResourceList(customerStatuses, { query: { companyId } });
  const { run } = useResourceUpdate(customerStatuses);
  const whyNot = useCan().whyNot(customerStatuses.create.requires);
  const { open } = useOpenRecord();
  const [removed, setRemoved] = useState<CustomerStatus | null>(null);
  const statuses = query.data ? result.data : undefined;
  const add = <CreateButton label="Add status" requires={customerStatuses.create.requires} />;
  return (
    <PageFrame
      title="Customer statuses"
      breadcrumbs={[{ label: 'Customers', to: '/network/customers' }]}
      aside={company && <span className="v-hint">{company.name}</span>}
      actions={add}
    >
      <QueryState
        query={{ data: statuses, error: query.error, refetch: query.refetch }}
        empty={{
          title: 'No statuses yet',
          hint: 'Prospect, active, key account: whatever you tell customers apart by.',
          action: add,
        }}
      >
        {(rows) => (
          <OrderedList<CustomerStatus>
            label="Customer statuses"
            rows={rows}
            nameOf={({ name }) => name}
            onMove={
              whyNot === null ? ({ id, name, version }, position) => run(id, { name, position, version }) : undefined
            }
            actions={(status) =>
              whyNot === null && (
                <>
                  <IconButton icon="edit" label={`Rename ${status.name}`} onClick={() => open(status.id)} />
                  <IconButton icon="trash" label={`Delete ${status.name}`} onClick={() => setRemoved(status)} />
                </>
              )
            }
          >
            {({ customerCount: many }) => (
              <span className="v-hint">{many === 1 ? '1 customer' : `${many.toLocaleString('en-US')} customers`}</span>
            )}
          </OrderedList>
        )}
      </QueryState>
      <RecordDrawer rows={statuses} isWhole noun="status" whyNot={() => whyNot}>
        {({ row, onClose }) => <StatusDrawer status={row} companyId={companyId} onClose={onClose} />}
      </RecordDrawer>
      {removed && (
        <DeleteStatus
          status={removed}
          others={(statuses ?? []).filter(({ id }) => id !== removed.id)}
          companyId={companyId}
          onClose={() => setRemoved(null)}
        />
      )}
    </PageFrame>
  );
}
