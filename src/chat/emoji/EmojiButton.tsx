import { useState } from 'react';
import { IconEmoji, useMessageComposerContext, useMessageComposerController } from 'stream-chat-react';
import { Popover } from '../../ui/Popover';
import { LazyPicker } from './LazyPicker';

/** Adds emoji to what is being written, where the caret is. */
export function EmojiButton() {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { textComposer } = useMessageComposerController();
  const { textareaRef } = useMessageComposerContext();
  const choose = (emoji: string) => {
    setOpen(false);
    void textComposer.insertText({ text: emoji }).then(() => textareaRef.current?.focus());
  };
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        className="v-icon-button"
        aria-label="Emoji"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconEmoji width={20} height={20} />
      </button>
      {isOpen && anchor && (
        <Popover anchor={anchor} role="dialog" label="Emoji" align="end" onClose={() => setOpen(false)}>
          <LazyPicker onChoose={choose} />
        </Popover>
      )}
    </>
  );
}
