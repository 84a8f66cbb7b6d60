import { useNavigate } from 'react-router';
import { listPath } from '../../../kit/list/list-place';
import { useSession } from '../../../providers/session';
import { showSnack } from '../../../providers/snackbar';
import { useTitle } from '../../../shell/useTitle';
import { PageFrame } from '../../../ui/PageFrame';
import { EmptyState } from '../../../ui/states';
import { OrderForm } from './OrderForm';
import { useOrderEntry } from './useOrderEntry';

/** A new order of the current company; its first save makes it a draft with a number and an address. */
export default function OrderNew() {
  const { scope, sellerCompany } = useSession();
  useTitle('New order');
  const breadcrumbs = [{ label: 'Sales Orders', to: listPath('/orders') }];
  if (!scope?.sellerCompanyId) {
    return (
      <PageFrame title="New order" breadcrumbs={breadcrumbs}>
        <EmptyState title="No company selected" hint="Choose the company that sells in the menu at the top." />
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title="New order"
      breadcrumbs={breadcrumbs}
      aside={sellerCompany && <span className="muted">{sellerCompany.name}</span>}
    >
      <NewOrder key={scope.sellerCompanyId} />
    </PageFrame>
  );
}

function NewOrder() {
  const navigate = useNavigate();
  const entry = useOrderEntry({
    order: null,
    refresh: () => undefined,
    onSaved: ({ id, orderNumber }) => {
      showSnack({ status: 'success', message: `Order ${orderNumber} saved as a draft` });
      void navigate(`/orders/${id}`, { replace: true });
    },
  });
  return <OrderForm entry={entry} order={null} whyNotLines={null} save="Save draft" />;
}
