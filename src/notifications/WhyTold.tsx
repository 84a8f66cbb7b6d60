import { useState } from 'react';
import { Link } from 'react-router';
import { notifications as calls } from '../../domain/notifications/contract';
import { lookOf, type NotificationGroup } from '../../domain/notifications/notification';
import { switchOf } from '../../domain/notifications/settings';
import { useCall } from '../providers/refine/use-call';
import { showSnack } from '../providers/snackbar';
import css from './FeedMenu.module.css';

/** The switch that had the focus is gone. */
const focusOn = (link: HTMLElement | null) => link?.focus();

type WhyToldProps = { group: NotificationGroup; isLocked: boolean; onClose: () => void };

/** Why somebody got this, and the switch for no more of it. */
export function WhyTold({ group, isLocked, onClose }: WhyToldProps) {
  const kind = switchOf(group);
  const [isOff, setOff] = useState(false);
  const { run, isPending } = useCall(calls.updateSettings);
  if (kind === null) return <p className={css.why}>{lookOf(group).why}</p>;
  const tell = async (inFeed: boolean) => {
    const { ok } = await run({ body: { emailSettings: [{ key: kind.key, inFeed }] } });
    if (ok) setOff(!inFeed);
    return ok;
  };
  const stop = async () => {
    if (!(await tell(false))) return;
    const action = { label: 'Undo', run: () => void tell(true) };
    showSnack({ status: 'success', message: `You won’t be told about ${kind.name}.`, action });
  };
  return (
    <p className={css.why}>
      {lookOf(group).why}{' '}
      {isOff ? (
        <>
          <span>You won’t get these anymore.</span>{' '}
          <Link ref={focusOn} to="/profile/settings" onClick={onClose}>
            Notification settings
          </Link>
        </>
      ) : (
        <button type="button" className="v-link" disabled={isLocked || isPending} onClick={() => void stop()}>
          Stop telling me about {kind.name}
        </button>
      )}
    </p>
  );
}
