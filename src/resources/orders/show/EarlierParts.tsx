import { type ReactNode, useState } from 'react';
import type { BuyerOrder, Order } from '../../../../domain/orders/order';
import { orderProblems } from '../../../../domain/orders/problems/contract';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { EarlierComments } from '../comments/OrderComments';
import { MailedDocuments } from '../documents/MailedDocuments';
import { OrderProblems } from '../problems/OrderProblems';

type Source = Order['mergedFrom'][number];

/** What was said and sent of the orders this one was combined from, which nobody looks at any more. */
export function EarlierParts({ order }: { order: Pick<Order, 'mergedFrom' | 'canEdit'> }) {
  return (
    <OfEach sources={order.mergedFrom} label="Show what was said and sent of">
      {(source) => <EarlierPart key={source.id} source={source} canAnswer={order.canEdit} />}
    </OfEach>
  );
}

/** More are read on asking only. */
const MOST_AT_ONCE = 5;

type OfEachProps = { sources: readonly Source[]; label: string; children: (source: Source) => ReactNode };

function OfEach({ sources, label, children }: OfEachProps) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked || sources.length <= MOST_AT_ONCE) return sources.map(children);
  return <Button onClick={() => setAsked(true)}>{`${label} the ${sources.length} combined orders`}</Button>;
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
  return (
    <OfEach sources={order.mergedFrom} label="Show what was reported with">
      {(source) => <EarlierReport key={source.id} source={source} />}
    </OfEach>
  );
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
