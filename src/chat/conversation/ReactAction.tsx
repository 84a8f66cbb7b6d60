import { useRef } from 'react';
import {
  DialogAnchor,
  IconEmoji,
  QuickMessageActionsButton,
  ReactionSelector,
  useDialogIsOpen,
  useDialogOnNearestManager,
  useMessageContext,
} from 'stream-chat-react';

/** Opens the reactions picker like the library does, with an accessible name and focus on the first reaction. */
export function ReactAction() {
  const { isMyMessage, message } = useMessageContext();
  const button = useRef<HTMLButtonElement>(null);
  const id = ReactionSelector.getDialogId({ messageId: message.id });
  const { dialog, dialogManager } = useDialogOnNearestManager({ id });
  const isOpen = useDialogIsOpen(id, dialogManager?.id);
  return (
    <>
      <DialogAnchor
        {...(dialogManager ? { dialogManagerId: dialogManager.id } : {})}
        id={id}
        aria-label="Reactions"
        tabIndex={-1}
        offset={8}
        placement={isMyMessage() ? 'top-end' : 'top-start'}
        referenceElement={button.current}
        trapFocus
        updatePositionOnContentResize
      >
        <ReactionSelector />
      </DialogAnchor>
      <QuickMessageActionsButton
        ref={button}
        aria-label="React"
        aria-expanded={isOpen}
        className="str-chat__message-reactions-button"
        onClick={() => dialog?.toggle()}
      >
        <IconEmoji className="str-chat__message-action-icon" />
      </QuickMessageActionsButton>
    </>
  );
}
