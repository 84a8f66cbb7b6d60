import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useChannelActionContext, useChannelStateContext } from 'stream-chat-react';
import { HISTORY_PAGE } from '../../../domain/chat/channel';
import { Button, IconButton } from '../../ui/Button';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import css from './AskedMessage.module.css';

/** How long a message that was asked for stands out. */
const MARKED_MS = 4000;

/** `?message=…`: the conversation around that message, which has the focus; or that it is gone. */
export function AskedMessage() {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const changeSearch = useChangeSearch();
  const { channel, highlightedMessageId } = useChannelStateContext();
  const { jumpToMessage } = useChannelActionContext();
  const [problem, setProblem] = useState<'gone' | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = params.get('message');

  const find = useEffectEvent(async (id: string) => {
    try {
      await channel.state.loadMessageIntoState(id, undefined, HISTORY_PAGE);
    } catch (error) {
      const { status } = (error as { response?: { status?: number } }).response ?? {};
      return status !== undefined && status >= 400 && status < 500 && status !== 429 ? 'gone' : 'failed';
    }
    const found = channel.state.findMessage(id);
    if (!found || found.type === 'deleted') return 'gone';
    await jumpToMessage(id, HISTORY_PAGE, MARKED_MS);
    return null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again, or `attempt`, asks once more
  useEffect(() => {
    setProblem(null);
    if (asked === null) return;
    let isOver = false;
    find(asked).then((found) => {
      if (isOver) return;
      setProblem(found);
      if (found !== null) void channel.state.loadMessageIntoState('latest');
    });
    return () => {
      isOver = true;
    };
  }, [asked, key, attempt]);
  useEffect(() => {
    if (highlightedMessageId === undefined || highlightedMessageId !== asked) return;
    const frame = requestAnimationFrame(() => focusMessage(highlightedMessageId));
    return () => cancelAnimationFrame(frame);
  }, [highlightedMessageId, asked]);
  // Whoever comes back finds the newest messages.
  useEffect(() => () => void channel.state.loadMessageIntoState('latest'), [channel]);

  if (problem === null) return null;
  return (
    <div className={css.note} role="status">
      <span>{problem === 'gone' ? 'That message was deleted or isn’t here.' : 'We couldn’t load that message.'}</span>
      {problem === 'failed' && <Button onClick={() => setAttempt((before) => before + 1)}>Try again</Button>}
      <IconButton icon="close" label="Dismiss" onClick={() => changeSearch(without('message'), { replace: true })} />
    </div>
  );
}

function focusMessage(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"] .str-chat__message`);
  if (!row) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}
