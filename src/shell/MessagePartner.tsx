import { Link } from 'react-router';
import { write } from '../../domain/access/ability';
import { type Counterpart, counterparts } from '../../domain/cards/counterpart';
import type { OrgChannel } from '../../domain/chat/channel';
import { APPS } from '../access/navigation';
import { useCan, usePersonOnly } from '../access/useCan';
import { partnerChannels } from '../kit/links/partner-channels';
import { useCallQuery } from '../providers/refine/use-call';
import { useResourceList } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { isOffered } from '../providers/settings';
import { isMobileDevice } from './navigation/device';

type Props = { about: Counterpart; label: string };

/**
 * Opens the channel with the other organization of a record or, without one, offers to invite it. Nothing where there is no
 * other organization here, or no messages.
 */
export function MessagePartner({ about, label }: Props) {
  const { scope, seenAs } = useSession();
  const personOnly = usePersonOnly();
  const isOnComputer = !(APPS.messages.isDesktopOnly && isMobileDevice());
  const isOffering = isOffered('chat') && scope !== null && !seenAs && personOnly === null && isOnComputer;
  const { data } = useCallQuery(
    counterparts.find,
    { params: { orgId: scope?.orgId ?? 0 }, query: about },
    { enabled: isOffering },
  );
  return isOffering && data?.org ? <Way org={data.org} label={label} /> : null;
}

function Way({ org, label }: { org: { id: number; name: string }; label: string }) {
  const { whyNot } = useCan();
  const { query, result } = useResourceList(partnerChannels);
  if (!query.data) return null;
  const channel = bestOf(result.data as readonly OrgChannel[], org.id);
  if (channel) {
    return (
      <Link className="v-link" to={`/chat/messages/${channel.cid}`}>
        {label}
      </Link>
    );
  }
  if (whyNot(write('PARTNER_CHANNEL_INVITES')) !== null) return null;
  const invite = new URLSearchParams({ new: '', organization: `${org.id}`, name: org.name });
  return (
    <Link className="v-link" to={`/chat/browse-invites?${invite}`}>
      Invite {org.name} to a channel
    </Link>
  );
}

/** Of the channels with an organization: one that the reader is in and may write in before others, the newest of each. */
function bestOf(channels: readonly OrgChannel[], orgId: number): OrgChannel | undefined {
  const rank = ({ role, frozen }: OrgChannel) => (role === null ? 2 : 0) + (frozen ? 1 : 0);
  return channels
    .filter(({ orgs }) => orgs.some(({ id }) => id === orgId))
    .sort((a, b) => rank(a) - rank(b) || b.created.localeCompare(a.created))[0];
}
