import { ContextMenuButton, useContextMenuContext, useMessageContext } from 'stream-chat-react';
import { create } from 'zustand';
import { MOST_CARDS_READ, refsIn, refText } from '../../../domain/cards/refs';
import { lazyDialog } from '../../ui/lazy';
import type { AddToRecordProps } from './AddToRecord';

const AddToRecord = lazyDialog<AddToRecordProps>(async () => (await import('./AddToRecord')).AddToRecord);

/** The message that is being added to a record. */
const useRecording = create<Omit<AddToRecordProps, 'onClose'> | null>(() => null);

/** An entry of a message's menu. */
export function RecordAct() {
  const { closeMenu } = useContextMenuContext();
  const { message } = useMessageContext();
  if (!message.text) return null;
  return (
    <ContextMenuButton
      className="str-chat__message-actions-list-item-button"
      onPointerEnter={AddToRecord.prefetch}
      onClick={() => {
        closeMenu();
        useRecording.setState(
          { cid: (message.cid ?? '').split(':')[1] ?? '', messageId: message.id, text: message.text ?? '' },
          true,
        );
      }}
    >
      Add to a record…
    </ContextMenuButton>
  );
}

/** The dialog of the message that was chosen; `recent` are the texts of the conversation, newest first. */
export function Recording({ recent }: { recent: () => readonly string[] }) {
  const recorded = useRecording();
  if (!recorded) return null;
  const close = () => useRecording.setState(null, true);
  const texts = [recorded.text, ...recent()];
  const refs = new Map(texts.flatMap((text) => refsIn(text, location.origin)).map((ref) => [refText(ref), ref]));
  return <AddToRecord.Part {...recorded} suggested={[...refs.values()].slice(0, MOST_CARDS_READ)} onClose={close} />;
}
