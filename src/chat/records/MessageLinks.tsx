import { Link } from 'react-router';
import { LINK_KINDS, messageLinks } from '../../../domain/cards/links';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';

/** What a message was added to, for colleagues who see that; read once for a conversation. */
export function MessageLinks({ cid, messageId }: { cid: string | undefined; messageId: string }) {
  const { scope } = useSession();
  const id = cid?.split(':')[1];
  const { data = [] } = useCallQuery(
    messageLinks.ofChannel,
    { params: { orgId: scope?.orgId ?? 0, cid: id ?? '' } },
    { enabled: scope?.orgId != null && id !== undefined, topics: ['chat', 'orders', 'intakes'], staleTime: 60_000 },
  );
  return data
    .filter((link) => link.messageId === messageId)
    .map(({ kind, recordId, partId, name, path, by }) => (
      <p key={`${kind} ${recordId} ${partId}`} className="v-hint" title={`By ${by}. Only your organization sees this.`}>
        {LINK_KINDS[kind].added} <Link to={path}>{name}</Link>
      </p>
    ));
}
