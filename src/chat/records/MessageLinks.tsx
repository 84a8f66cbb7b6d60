import { Link } from 'react-router';
import { useMessageLinks } from './message-links';

/** What a message was added to, for colleagues who see that. */
export function MessageLinks({ messageId }: { messageId: string }) {
  const links = useMessageLinks((all) => all.get(messageId));
  return links?.map(({ key, added, name, path, by }) => (
    <p key={key} className="v-hint" title={`By ${by}. Only your organization sees this.`}>
      {added} <Link to={path}>{name}</Link>
    </p>
  ));
}
