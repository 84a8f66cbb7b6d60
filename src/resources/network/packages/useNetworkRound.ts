import { useEffect, useState } from 'react';
import { onTopic } from '../../../providers/live';
import { gather } from '../../../providers/refine/live-refine';

/**
 * Tells a list's readings apart: another number each time something of the network changed, and each time the screen opens. A
 * list keeps rows in place when it is read again, but what isn't shown to the reader any more must leave at once.
 */
export function useNetworkRound(): number {
  const [round, setRound] = useState(() => performance.now());
  useEffect(() => {
    const burst = gather<unknown>(() => setRound(performance.now()));
    const off = onTopic('network', burst.add);
    return () => {
      off();
      burst.stop();
    };
  }, []);
  return round;
}
