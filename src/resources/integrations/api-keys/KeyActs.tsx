import { type ApiKey, MOST_OVERLAP_HOURS } from '../../../../domain/api-keys/api-key';
import { apiKeys as calls } from '../../../../domain/api-keys/contract';
import { counted } from '../../../../domain/text';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';

type ActProps = { apiKey: ApiKey; onDone: () => unknown; onClose: () => void };

/** Ends a key for good. */
export function RevokeKey({ apiKey: { id, name }, onDone, onClose }: ActProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run } = useCall(calls.revoke, { showsErrors: true });
  return (
    <Confirm
      title={`Revoke “${name}”?`}
      act="Revoke key"
      run={() => run({ params: { orgId, id } })}
      success={`“${name}” revoked.`}
      onDone={onDone}
      onClose={onClose}
    >
      <p>It stops working at once, and so does the software that uses it. You can’t undo this.</p>
    </Confirm>
  );
}

type Made = { name: string; secret: string | null };
type Overlap = { overlapHours: string };

const HOURS = [0, 1, 4, 12, MOST_OVERLAP_HOURS];

/** Replaces a key; the one before stays good for some hours. */
export function RotateKey({ apiKey, onMade, onDone, onClose }: ActProps & { onMade: (made: Made) => void }) {
  const { id, name, version } = apiKey;
  const orgId = useSession().scope?.orgId ?? 0;
  const { run } = useCall(calls.rotate, { showsErrors: true });
  return (
    <Confirm<Overlap, Made>
      title={`Replace the key of “${name}”?`}
      act="Replace key"
      tone="primary"
      values={{ overlapHours: String(MOST_OVERLAP_HOURS) }}
      fields={[
        {
          name: 'overlapHours',
          label: 'The present key works for',
          control: 'select',
          options: HOURS.map((hours) => ({
            value: String(hours),
            label: hours === 0 ? 'No longer: it stops at once' : `Another ${counted(hours, 'hour')}`,
          })),
        },
      ]}
      run={({ overlapHours }, idempotencyKey) =>
        run({ params: { orgId, id }, body: { overlapHours: Number(overlapHours), version } }, { idempotencyKey })
      }
      onDone={(made) => {
        onMade(made);
        return onDone();
      }}
      onClose={onClose}
    >
      <p>You get a new key for the same permissions. Put it into your software while the present one still works.</p>
    </Confirm>
  );
}

/** Leaves a key what it used. */
export function NarrowKey({ apiKey: { id, name, version }, onDone, onClose }: ActProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run } = useCall(calls.narrow, { showsErrors: true });
  return (
    <Confirm
      title={`Remove unused permissions of “${name}”?`}
      act="Remove permissions"
      tone="primary"
      run={() => run({ params: { orgId, id }, body: { version } })}
      success={`“${name}” has fewer permissions now.`}
      onDone={onDone}
      onClose={onClose}
    >
      <p>Calls it hasn’t made so far may be refused. You can add permissions again.</p>
    </Confirm>
  );
}
