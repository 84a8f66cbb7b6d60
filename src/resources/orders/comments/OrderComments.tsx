import { useState } from 'react';
import { ORDER_COMMENTS_PER_PAGE, type Order } from '../../../../domain/orders/order';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel } from '../../../kit/record/RecordPage';
import { useResourceList } from '../../../providers/refine/use-resource';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/states';
import styles from '../orders.module.css';
import { orderComments } from '../resource';
import { CommentBox } from './CommentBox';
import { CommentItem } from './CommentItem';

/** The seller's internal comments on an order, newest first. */
export function OrderComments({ order }: { order: Pick<Order, 'id' | 'canEdit'> }) {
  const [pages, setPages] = useState(1);
  const first = useComments(order.id, 0);
  const denied = useCan().whyNot(orderComments.create.requires);
  const count = first.result.total ?? 0;
  const isMore = count > pages * ORDER_COMMENTS_PER_PAGE;
  return (
    <Panel title={<>Comments {count > 0 && <span className={styles.count}>{count}</span>}</>}>
      {order.canEdit ? (
        <CommentBox orderId={order.id} onSent={() => first.query.refetch({ cancelRefetch: false })} />
      ) : (
        <p className="v-hint">{denied ?? 'Only its sales reps can comment on this order.'}</p>
      )}
      {first.query.data && count === 0 && <p className="v-hint">No comments yet. The buyer never sees these.</p>}
      {Array.from({ length: pages }, (_, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are known by their number
        <CommentPage key={page} order={order} page={page} />
      ))}
      {isMore && (
        <div>
          <Button onClick={() => setPages(pages + 1)}>Show older comments</Button>
        </div>
      )}
    </Panel>
  );
}

function useComments(id: number, page: number) {
  return useResourceList(orderComments, { of: { id }, page, itemsPerPage: ORDER_COMMENTS_PER_PAGE });
}

function CommentPage({ order, page }: { order: Pick<Order, 'id' | 'canEdit'>; page: number }) {
  const { query } = useComments(order.id, page);
  return (
    <QueryState query={query} skeleton={<Skeleton height="64px" />} failure="Failed to load comments" empty={null}>
      {({ data }) => (
        <ul className={styles.list}>
          {data.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              order={order}
              onChanged={() => query.refetch({ cancelRefetch: false })}
            />
          ))}
        </ul>
      )}
    </QueryState>
  );
}
