import { useEffect, useState } from 'react';
import type { CurrentUser } from '../../../domain/session/session';
import { counted } from '../../../domain/text';
import { temporaryUntil } from '../../providers/call/tokens';
import { Button } from '../../ui/Button';
import { useSignOut } from '../session/useSignOut';
import css from '../shell.module.css';

/** Who acts as whom, how long they still may, and the way out of it. */
export default function ActingBar({ user, by }: { user: CurrentUser; by: string }) {
  const signOut = useSignOut();
  return (
    <section className={`${css.system} ${css.systemActing}`} aria-label="Impersonation">
      <span>
        {by}, you’re acting as {user.firstName} {user.lastName}
        <TimeLeft />
      </span>
      <Button onClick={() => void signOut()}>Stop</Button>
    </section>
  );
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** To the minute, and to the second in the last one. */
function TimeLeft() {
  const until = temporaryUntil();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  if (until === null) return null;
  const left = Math.max(0, until - now);
  const said =
    left < MINUTE_MS ? counted(Math.ceil(left / SECOND_MS), 'second') : counted(Math.ceil(left / MINUTE_MS), 'minute');
  return (
    <>
      {' '}
      <span className={css.timeLeft}>· {said} left</span>
    </>
  );
}
