import { useEffect } from 'react';
import { LINK_KINDS, messageLinks } from '../../../domain/cards/links';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { type ShownLink, useMessageLinks } from './message-links';

/** Reads what the open conversation's messages were added to, for their rows. Apart, as most were added to nothing. */
export function ReadLinks({ cid }: { cid: string }) {
  const { scope } = useSession();
  const { data } = useCallQuery(
    messageLinks.ofChannel,
    { params: { orgId: scope?.orgId ?? 0, cid } },
    { enabled: scope?.orgId != null, topics: ['chat', 'orders', 'intakes'] },
  );
  useEffect(() => {
    const shown = new Map<string, ShownLink[]>();
    for (const { messageId, kind, recordId, partId, name, path, by } of data ?? []) {
      const link = { key: `${kind} ${recordId} ${partId}`, added: LINK_KINDS[kind].added, name, path, by };
      shown.set(messageId, [...(shown.get(messageId) ?? []), link]);
    }
    useMessageLinks.setState(shown, true);
    return () => useMessageLinks.setState(new Map(), true);
  }, [data]);
  return null;
}
