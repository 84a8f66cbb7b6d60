import { Link } from 'react-router';
import { type LinkKind, messageLinks, messagePath, type RecordLink } from '../../domain/cards/links';
import { useCallQuery } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { isOffered } from '../providers/settings';
import { momentHere } from '../ui/reader-dates';

type Of = { orderId: number } | { intakeId: number };

/** Which of the reader's messages a record has something from; none where messages are switched off or aren't theirs to read. */
function useLinksOf(of: Of): readonly RecordLink[] {
  const { scope, seenAs, user } = useSession();
  const { data } = useCallQuery(
    messageLinks.ofRecord,
    { params: { orgId: scope?.orgId ?? 0 }, query: of },
    {
      enabled: isOffered('chat') && scope?.orgId != null && !seenAs && !user.impersonatedBy,
      topics: ['orderId' in of ? 'orders' : 'intakes', 'chat'],
    },
  );
  return data ?? [];
}

/** Says of a comment, problem or package which message it comes from, to those who may read that. */
export function FromMessage({ of, kind, part }: { of: Of; kind: LinkKind; part: string | number }) {
  const link = useLinksOf(of).find((one) => one.kind === kind && one.partId === String(part));
  return link ? (
    <p className="v-hint">
      <Link to={messagePath(link)}>From a message</Link>
    </p>
  ) : null;
}

/** The same of all of a record's parts, where they have no place of their own. */
export function FromMessages({ of, kind }: { of: Of; kind: LinkKind }) {
  const links = useLinksOf(of).filter((one) => one.kind === kind);
  if (links.length === 0) return null;
  return (
    <ul aria-label="From messages" className="v-hint">
      {links.map((link) => (
        <li key={`${link.messageId} ${link.partId}`}>
          {link.partId}: <Link to={messagePath(link)}>From a message</Link>, {link.by}, {momentHere(link.at)}
        </li>
      ))}
    </ul>
  );
}
