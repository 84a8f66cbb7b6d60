import { ContextMenuButton, useContextMenuContext, useMessageContext } from 'stream-chat-react';
import { create } from 'zustand';

/** The message that is being added to a record. */
export const useRecording = create<{ cid: string; messageId: string; text: string } | null>(() => null);

/** An entry of a message's menu. */
export function RecordAct() {
  const { closeMenu } = useContextMenuContext();
  const { message } = useMessageContext();
  const { cid = '', id: messageId, text } = message;
  if (!text) return null;
  return (
    <ContextMenuButton
      className="str-chat__message-actions-list-item-button"
      onClick={() => {
        closeMenu();
        useRecording.setState({ cid: cid.split(':')[1] ?? '', messageId, text }, true);
      }}
    >
      Add to a record…
    </ContextMenuButton>
  );
}
