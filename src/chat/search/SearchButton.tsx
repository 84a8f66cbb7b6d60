import { type Ref, useEffect, useEffectEvent } from 'react';
import { Icon } from '../../ui/Icon';
import css from './SearchButton.module.css';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

type Props = { ref: Ref<HTMLButtonElement>; onOpen: () => void; onNear: () => void };

/** Where the search of messages begins: pressed, or with the key of the slash from anywhere on the page. */
export function SearchButton({ ref, onOpen, onNear }: Props) {
  const onSlash = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (!isPlain || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    document.addEventListener('keydown', onSlash);
    return () => document.removeEventListener('keydown', onSlash);
  }, []);
  return (
    <button
      ref={ref}
      type="button"
      className={css.button}
      data-part="search"
      aria-keyshortcuts="/"
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <Icon name="search" size={16} />
      <span>Search messages</span>
      <kbd>/</kbd>
    </button>
  );
}
