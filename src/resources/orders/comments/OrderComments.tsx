import { useState } from 'react';
import { commentParts } from '../../../../domain/orders/comments/mentions';
import { ORDER_COMMENTS_PER_PAGE, type Order, type OrderComment } from '../../../../domain/orders/order';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { Panel } from '../../../kit/record/RecordPage';
import { useResourceDelete, useResourceList } from '../../../providers/refine/use-resource';
import { FromMessage } from '../../../shell/FromMessage';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Menu } from '../../../ui/Menu';
import { momentHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import styles from '../orders.module.css';
import { orderComments } from '../resource';
import { CommentBox, CommentEdit } from './CommentBox';
import css from './CommentItem.module.css';

/** Those on an order that became part of another, where they are read; nothing if there are none. */
export function EarlierComments({ order }: { order: Pick<Order, 'id' | 'orderNumber'> }) {
  const { result } = useComments(order.id, 0);
  const count = result.total ?? 0;
  if (count === 0) return null;
  return (
    <Panel title={`Comments on order ${order.orderNumber}`}>
      {Array.from({ length: Math.ceil(count / ORDER_COMMENTS_PER_PAGE) }, (_, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are known by their number
        <CommentPage key={page} order={{ id: order.id, canEdit: false }} page={page} />
      ))}
    </Panel>
  );
}

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

type CommentItemProps = {
  comment: OrderComment;
  order: Pick<Order, 'id' | 'canEdit'>;
  onChanged: () => Promise<unknown>;
};

/** A comment; the reader can edit and delete their own. */
function CommentItem({ comment, order, onChanged }: CommentItemProps) {
  const [mode, setMode] = useState<'reading' | 'editing' | 'deleting'>('reading');
  const remove = useResourceDelete(orderComments, { showsErrors: true });
  const of = { id: order.id };
  const { author, created, edited, isMine } = comment;
  const when = momentHere(created);
  // Waits until the comments are refetched, so an old request's end doesn't close what was opened since.
  const end = (ended: typeof mode) => () => setMode((now) => (now === ended ? 'reading' : now));

  return (
    <li>
      <div className={css.head}>
        <b>{author.displayName}</b>
        <span className={styles.sub}>
          <time dateTime={created}>{when}</time>
          {edited && ', edited'}
        </span>
        {isMine && order.canEdit && (
          <Menu
            label={`Your comment from ${when}`}
            className="v-icon-button v-small"
            align="end"
            entries={[
              { label: 'Edit', icon: 'edit', onSelect: () => setMode('editing') },
              { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => setMode('deleting') },
            ]}
          >
            <Icon name="more" size={18} />
          </Menu>
        )}
      </div>
      {mode === 'editing' ? (
        <CommentEdit of={of} comment={comment} onSaved={onChanged} onClose={end('editing')} />
      ) : (
        <p className={css.text}>
          <CommentWords comment={comment} />
        </p>
      )}
      <FromMessage of={{ orderId: order.id }} kind="ORDER_COMMENT" part={comment.id} />
      {mode === 'deleting' && (
        <Confirm
          title="Delete comment"
          act="Delete"
          cancel="Keep comment"
          run={() => remove.run(comment.id, { of })}
          success="Comment deleted"
          onDone={onChanged}
          onClose={end('deleting')}
        >
          <p>Delete this comment? You can’t undo this.</p>
        </Confirm>
      )}
    </li>
  );
}

/** A comment's text, with the people it mentions by their current names. */
function CommentWords({ comment: { comment, mentions } }: Pick<CommentItemProps, 'comment'>) {
  return commentParts(comment, mentions).map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are known by their place
      <span key={at} className={css.mention}>
        @{part.displayName}
      </span>
    ),
  );
}
