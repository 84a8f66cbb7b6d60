import { useState } from 'react';
import { commentParts } from '../../../../domain/orders/comments/mentions';
import type { Order, OrderComment } from '../../../../domain/orders/order';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { Icon } from '../../../ui/Icon';
import { Menu } from '../../../ui/Menu';
import { momentHere } from '../../../ui/reader-dates';
import styles from '../orders.module.css';
import { orderComments } from '../resource';
import { CommentEdit } from './CommentBox';
import css from './CommentItem.module.css';

type CommentItemProps = {
  comment: OrderComment;
  order: Pick<Order, 'id' | 'canEdit'>;
  onChanged: () => Promise<unknown>;
};

/** A comment; the reader can edit and delete their own. */
export function CommentItem({ comment, order, onChanged }: CommentItemProps) {
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
