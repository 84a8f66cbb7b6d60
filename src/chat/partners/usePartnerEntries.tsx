import { lazy, Suspense, useState } from 'react';
import type { ChannelMember, OrgChannel } from '../../../domain/chat/channel';
import { refusalToLeaveOrgChannel, refusalToRun } from '../../../domain/chat/org-rules';
import { useSession } from '../../providers/session';
import type { MenuEntry } from '../../ui/Menu';
import { usePartnerChannel } from './usePartnerChannel';

const PartnerPeople = lazy(async () => ({ default: (await import('./PartnerPeople')).PartnerPeople }));
const ChannelTopic = lazy(async () => ({ default: (await import('./ChannelTopic')).ChannelTopic }));

type Dialog = 'people' | 'topic' | null;

/** What a reader may do with a channel with another organization, each with why not; and the dialog it opens. */
export function usePartnerEntries(channel: OrgChannel, { onLeft }: { onLeft?: () => void } = {}) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const { membership, organization } = useSession();
  const { edit, leave } = usePartnerChannel(channel);
  const isPaused = channel.frozenBy.includes(channel.orgId);
  const withReason = (whyNot: string | null) => (whyNot === null ? {} : { disabled: true, note: whyNot });
  const entries: MenuEntry[] = [];
  if (membership) {
    const whyNotRun = refusalToRun(channel, membership);
    entries.push(
      { label: 'People', icon: 'user', onSelect: () => setDialog('people') },
      { label: 'Change topic', icon: 'edit', onSelect: () => setDialog('topic'), ...withReason(whyNotRun) },
      {
        label: isPaused ? 'Resume channel' : 'Pause channel',
        icon: 'lock',
        onSelect: () => void edit({ frozen: !isPaused }),
        ...(whyNotRun === null
          ? { note: isPaused ? '' : `Nobody writes in it until ${organization?.name ?? 'you'} resumes it.` }
          : withReason(whyNotRun)),
      },
      {
        label: 'Leave',
        icon: 'external',
        separated: true,
        onSelect: () => void leave().then((result) => (result.ok ? onLeft?.() : undefined)),
        ...withReason(refusalToLeaveOrgChannel(channel)),
      },
    );
  }
  return { entries, dialog, close: () => setDialog(null) };
}

type Props = { channel: OrgChannel; colleagues: readonly ChannelMember[]; dialog: Dialog; onClose: () => void };

export function PartnerDialogs({ channel, colleagues, dialog, onClose }: Props) {
  if (dialog === null) return null;
  return (
    <Suspense>
      {dialog === 'people' ? (
        <PartnerPeople channel={channel} colleagues={colleagues} onClose={onClose} />
      ) : (
        <ChannelTopic channel={channel} onClose={onClose} />
      )}
    </Suspense>
  );
}
