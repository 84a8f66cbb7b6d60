import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { onTopic } from '../../providers/live';

/** Shows a notice of a comment that mentions the reader, wherever they are. */
export function useMentionNews(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onTopic('mentions', (event) => {
        if (event) void import('./mention-news').then(({ showMention }) => showMention(Number(event.id), navigate));
      }),
    [navigate],
  );
}
