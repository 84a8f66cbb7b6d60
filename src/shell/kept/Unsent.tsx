import { useContext, useEffect, useState } from 'react';
import { type KeptAct, useKept } from '../../providers/kept/here';
import { IconButton } from '../../ui/Button';
import { useIsOnline } from '../../ui/hooks';
import { lazyDialog } from '../../ui/lazy';
import { useAnchored } from '../../ui/Menu';
import { Manifests } from '../navigation/useAppNavigation';
import { inWords } from './useSendKept';

const UnsentMenu = lazyDialog(async () => (await import('./UnsentMenu')).UnsentMenu);

/** What waits shorter than this is just being sent, and nobody need be told, in milliseconds. */
const A_MOMENT_MS = 4_000;
const MOST_SHOWN = 99;

/** How much of what the person did in this browser isn’t sent yet or was refused, with a menu of it; nothing if all is well. */
export function Unsent() {
  const acts = useKept();
  const { anchor, close, buttonProps } = useAnchored();
  const manifests = useContext(Manifests);
  const parked = acts.filter(({ problem }) => problem !== null);
  const refused = parked.length;
  const waiting = acts.length - refused;
  const isLate = useIsLate(acts.find(({ problem }) => problem === null));
  const says = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(waiting > 0 && isLate ? [`${waiting} waiting to be sent`] : []),
  ].join(', ');
  const count = refused || waiting;
  return (
    <>
      {says !== '' && (
        <IconButton
          icon={refused > 0 ? 'warning' : 'clock'}
          label="Kept on this device"
          badge={count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count)}
          badgeName={says}
          badgeTone={refused > 0 ? 'danger' : 'quiet'}
          aria-haspopup="dialog"
          onPointerEnter={UnsentMenu.prefetch}
          onFocus={UnsentMenu.prefetch}
          {...buttonProps}
        />
      )}
      {/* That something waits is said once; how much changes with each one sent. */}
      <span className="v-hidden" role="status">
        {[
          refused > 0 && `Refused: ${inWords(parked, manifests)}.`,
          waiting > 0 && isLate && 'Some of your work waits on this device to be sent.',
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
      {anchor && <UnsentMenu.Part anchor={anchor} onClose={close} />}
    </>
  );
}

/** Whether an act has waited for longer than sending takes, or can’t be sent now. */
function useIsLate(first: KeptAct | undefined): boolean {
  const isOnline = useIsOnline();
  const [late, setLate] = useState<number | null>(null);
  const { seq, at } = first ?? {};
  useEffect(() => {
    if (seq === undefined || at === undefined) return setLate(null);
    const left = Date.parse(at) + A_MOMENT_MS - Date.now();
    const timer = setTimeout(() => setLate(seq), Math.min(Math.max(left, 0), A_MOMENT_MS));
    return () => clearTimeout(timer);
  }, [seq, at]);
  return first !== undefined && (!isOnline || late !== null);
}
