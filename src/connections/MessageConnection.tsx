import { useState } from 'react';
import { useNavigate } from 'react-router';
import { member } from '../../domain/access/ability';
import { connections as calls } from '../../domain/connections/contract';
import { APPS } from '../access/navigation';
import { useCan, usePersonOnly } from '../access/useCan';
import { useCall } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { isOffered } from '../providers/settings';
import { isMobileDevice } from '../shell/navigation/device';
import { Button, type ButtonProps } from '../ui/Button';

type Props = { connectionId: number; displayName: string; tone?: NonNullable<ButtonProps['tone']> };

/** Opens the direct conversation with a connection. Nothing where the reader has no messages. */
export function MessageConnection({ connectionId, displayName, tone = 'plain' }: Props) {
  const { seenAs } = useSession();
  const { can } = useCan();
  const personOnly = usePersonOnly();
  const navigate = useNavigate();
  const { run } = useCall(calls.startChat);
  // Until the messages are on the screen, whose code may still be loading.
  const [isOpening, setOpening] = useState(false);
  const isOnComputer = !(APPS.messages.isDesktopOnly && isMobileDevice());
  if (!isOffered('chat') || !can(member) || !isOnComputer || seenAs) return null;
  const open = async () => {
    setOpening(true);
    const started = await run({ params: { id: connectionId } });
    if (started.ok) await navigate(`/chat/messages/${started.value.cid}`);
    else setOpening(false);
  };
  return (
    <Button
      tone={tone}
      busy={isOpening}
      disabled={personOnly !== null}
      aria-label={`Message ${displayName}`}
      onClick={() => void open()}
    >
      Message
    </Button>
  );
}
