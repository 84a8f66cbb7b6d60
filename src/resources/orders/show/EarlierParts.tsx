import type { BuyerOrder, Order } from '../../../../domain/orders/order';
import { orderProblems } from '../../../../domain/orders/problems/contract';
import { useCallQuery } from '../../../providers/refine/use-call';
import { EarlierComments } from '../comments/OrderComments';
import { MailedDocuments } from '../documents/MailedDocuments';
import { OrderProblems } from '../problems/OrderProblems';

type Source = Order['mergedFrom'][number];

/** What was said and sent of the orders this one was combined from, which nobody looks at any more. */
export function EarlierParts({ order }: { order: Pick<Order, 'mergedFrom' | 'canEdit'> }) {
  return order.mergedFrom.map((source) => <EarlierPart key={source.id} source={source} canAnswer={order.canEdit} />);
}

function EarlierPart({ source, canAnswer }: { source: Source; canAnswer: boolean }) {
  const { data: problems = [] } = useCallQuery(
    orderProblems.list,
    { params: { id: source.id } },
    { topics: ['orders'] },
  );
  return (
    <>
      <OrderProblems order={source} problems={problems} title={reportedWith(source)} canAnswer={canAnswer} />
      <MailedDocuments orderId={source.id} title={`Emailed documents of order ${source.orderNumber}`} />
      <EarlierComments order={source} />
    </>
  );
}

/** The same for its buyer: what they reported, with the answers. */
export function EarlierReports({ order }: { order: Pick<BuyerOrder, 'mergedFrom'> }) {
  return order.mergedFrom.map((source) => <EarlierReport key={source.id} source={source} />);
}

function EarlierReport({ source }: { source: Source }) {
  const { data: problems = [] } = useCallQuery(
    orderProblems.reported,
    { params: { orderId: source.id } },
    { topics: ['orders'] },
  );
  return <OrderProblems order={source} problems={problems} title={reportedWith(source)} />;
}

const reportedWith = ({ orderNumber }: Source) => `Problems reported with order ${orderNumber}`;
