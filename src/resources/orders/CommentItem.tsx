import { useState } from 'react';
import type { Order, OrderComment } from '../../../domain/orders/order';
import { useResourceDelete, useResourceUpdate } from '../../providers/use-resource';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { momentHere } from '../../ui/reader-dates';
import { CommentEditor } from './CommentBox';
import { orderComments } from './resource';

type CommentItemProps = {
  comment: OrderComment;
  order: Pick<Order, 'id' | 'canEdit'>;
  onChanged: () => Promise<unknown>;
};

/** A comment; one's own can be changed and deleted. */
export function CommentItem({ comment, order, onChanged }: CommentItemProps) {
  const [mode, setMode] = useState<'reading' | 'editing' | 'deleting'>('reading');
  const edit = useResourceUpdate(orderComments, { showsErrors: true });
  const remove = useResourceDelete(orderComments, { success: 'Comment deleted' });
  const of = { id: order.id };
  const { author, created, edited, isMine } = comment;
  const when = momentHere(created);
  const read = () => setMode('reading');

  const deleteIt = async () => {
    read();
    await remove.run(comment.id, { of });
    await onChanged();
  };
  return (
    <li className="o-comment">
      <div className="o-comment-head">
        <b>{author.displayName}</b>
        <span className="o-sub">
          <time dateTime={created}>{when}</time>
          {edited && ', edited'}
        </span>
        {isMine && order.canEdit && (
          <Menu
            label={`Your comment of ${when}`}
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
        <CommentEditor
          label="Edit comment"
          initial={comment.comment}
          action="Save"
          onCancel={read}
          send={async (text) => {
            const result = await edit.run(comment.id, { comment: text }, { of });
            if (result.ok) {
              await onChanged();
              read();
            }
            return result;
          }}
        />
      ) : (
        <p className="o-comment-text">{comment.comment}</p>
      )}
      {mode === 'deleting' && (
        <Dialog
          title="Delete comment"
          width={400}
          onClose={read}
          actions={
            <>
              <Button onClick={read}>Keep it</Button>
              <Button tone="danger" onClick={() => void deleteIt()}>
                Delete
              </Button>
            </>
          }
        >
          <p>Delete this comment? This cannot be undone.</p>
        </Dialog>
      )}
    </li>
  );
}
