import { useCallback, useEffect, useRef, useState } from 'react';
import { intakes as calls, MOST_CONFIRMED } from '../../../../domain/intakes/contract';
import { type Intake, whyNotConfirmed } from '../../../../domain/intakes/intake';
import { call } from '../../../providers/call';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { useSession } from '../../../providers/session';
import { dropScans, type KeptScan, keepScan, keptScans, parkScan } from './scan-store';

const AGAIN_MS = 10_000;

/**
 * Scans of an intake that are kept first and sent in order while there is a network: a batch is confirmed as one, and one
 * by one where it can’t be. What the server refuses is parked for a person.
 */
export function useScans(intake: Pick<Intake, 'id' | 'licenseId'>) {
  const userId = useSession().user.id;
  const of = `${userId}/${intake.licenseId}/${intake.id}`;
  const { id: intakeId, licenseId } = intake;
  const [scans, setScans] = useState<readonly KeptScan[]>([]);
  const [isOffline, setOffline] = useState(false);
  const sending = useRef<Promise<void> | null>(null);

  const show = useCallback(async () => setScans(await keptScans(of)), [of]);

  const send = useCallback(async (): Promise<void> => {
    // One after the other, so that they arrive in the order they were scanned.
    if (sending.current !== null) return sending.current;
    sending.current = sendAll({ of, params: { licenseId, intakeId } })
      .then(() => setOffline(false))
      .catch(() => setOffline(true))
      .finally(() => {
        sending.current = null;
        void show();
      });
    return sending.current;
  }, [of, licenseId, intakeId, show]);

  useEffect(() => {
    void show().then(send);
    const again = setInterval(async () => {
      if ((await keptScans(of)).some(isWaiting)) await send();
    }, AGAIN_MS);
    const now = () => void send();
    addEventListener('online', now);
    return () => {
      clearInterval(again);
      removeEventListener('online', now);
    };
  }, [of, send, show]);

  return {
    waiting: scans.filter(isWaiting),
    parked: scans.filter((one) => !isWaiting(one)),
    isOffline,
    /** Keeps a scan, then sends it. */
    keep: async (label: string) => {
      await keepScan({ of, label, refused: null });
      await show();
      void send().then(send);
    },
    drop: async (scan: KeptScan) => {
      await dropScans([scan]);
      await show();
    },
  };
}

const isWaiting = ({ refused }: KeptScan) => refused === null;

type Place = { of: string; params: { licenseId: number; intakeId: number } };

async function sendAll({ of, params }: Place): Promise<void> {
  for (;;) {
    const batch = (await keptScans(of)).filter(isWaiting).slice(0, MOST_CONFIRMED);
    if (batch.length === 0) return;
    if (await confirm(params, batch)) {
      await dropScans(batch);
      continue;
    }
    for (const scan of batch) {
      if (batch.length === 1 || !(await confirm(params, [scan]))) await settle(params, scan);
      else await dropScans([scan]);
    }
  }
}

/** Whether all of these were confirmed; a refusal parks them. Raises while the server can’t be reached. */
async function confirm(params: Place['params'], batch: readonly KeptScan[]): Promise<boolean> {
  const labels = [...new Set(batch.map(({ label }) => label))];
  const idempotencyKey = crypto.randomUUID();
  try {
    return (await call(calls.confirm, { params, body: { labels } }, { idempotencyKey })) === labels.length;
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500 || error.status === 401) throw error;
    for (const scan of batch) await parkScan(scan, messageOf(error));
    return false;
  }
}

/** One that couldn’t be confirmed: done if somebody confirmed it meanwhile, else parked with the reason. */
async function settle(params: Place['params'], scan: KeptScan): Promise<void> {
  const parked = (await keptScans(scan.of)).find(({ id }) => id === scan.id);
  if (parked === undefined || !isWaiting(parked)) return;
  const { intakePackages, isVoided } = await call(calls.get, { params });
  const found = intakePackages.find(({ label }) => label === scan.label);
  if (found?.confirmed) return dropScans([scan]);
  const why = found ? whyNotConfirmed(found, { isVoided }) : 'It isn’t on this manifest.';
  await parkScan(scan, why ?? 'It couldn’t be confirmed.');
}
