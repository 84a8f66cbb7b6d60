import { useState } from 'react';
import { typedCount } from '../../../../../domain/typed';
import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import { MOST_OVERLAP_HOURS, type WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { useCan, usePersonOnly } from '../../../../access/useCan';
import { FormDialog } from '../../../../kit/form/FormDrawer';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { Panel } from '../../../../kit/record/RecordPage';
import { useCall } from '../../../../providers/refine/use-call';
import { Button } from '../../../../ui/Button';
import { Code } from '../../../../ui/Code';
import { momentHere } from '../../../../ui/reader-dates';
import css from '../webhooks.module.css';

/** The secret that proves our messages are ours: hidden until it is asked for, and replaced with an overlap. */
export function SecretPanel({ endpoint }: { endpoint: WebhookEndpoint }) {
  const whyNot = useCan().whyNot(calls.secret.requires);
  const reason = usePersonOnly() ?? whyNot;
  const { run, isPending } = useCall(calls.secret);
  const [read, setRead] = useState<{ secret: string; oldSecret: string | null; version: number } | null>(null);
  const [isRotating, setRotating] = useState(false);
  const { id, version, oldSecretUntil } = endpoint;
  // What was read before somebody replaced it isn't shown any longer.
  const shown = read?.version === version ? read : null;
  const show = async () => {
    const result = await run({ params: { id } });
    if (result.ok) setRead({ ...result.value, version });
  };
  return (
    <Panel title="Signing secret">
      <p className="v-hint">Your program checks with it that a message is from us. Keep it like a password.</p>
      {oldSecretUntil && (
        <p className="v-hint">Messages are signed with the old secret too until {momentHere(oldSecretUntil)}.</p>
      )}
      {shown && (
        <>
          <Code label="Secret" text={shown.secret} />
          {shown.oldSecret && <Code label="Old secret" text={shown.oldSecret} />}
        </>
      )}
      <div className={css.acts}>
        {shown ? (
          <Button onClick={() => setRead(null)}>Hide secret</Button>
        ) : (
          <Button icon="lock" busy={isPending} disabled={reason !== null} onClick={() => void show()}>
            Show secret
          </Button>
        )}
        <Button disabled={reason !== null} onClick={() => setRotating(true)}>
          Replace secret
        </Button>
      </div>
      {reason && <p className="v-hint">{reason}</p>}
      {isRotating && <ReplaceSecret endpoint={endpoint} onClose={() => setRotating(false)} />}
    </Panel>
  );
}

type ReplaceProps = { endpoint: WebhookEndpoint; onClose: () => void };

function ReplaceSecret({ endpoint: { id, version }, onClose }: ReplaceProps) {
  const form = useCallForm(calls.rotate, {
    params: { id },
    values: { overlapHours: String(MOST_OVERLAP_HOURS) },
    body: ({ overlapHours }) => ({ overlapHours: typedCount(overlapHours), version }),
    draft: false,
    success: 'The secret is replaced. Show it to copy the new one.',
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Replace the secret?"
      save="Replace secret"
      tone="danger"
      asksFirst={false}
      intro={
        <p>
          Messages are signed with the new and the old secret for a while, so that none is refused while you change your
          program. Has the old one leaked, enter 0.
        </p>
      }
      fields={[
        {
          name: 'overlapHours',
          label: 'Hours with both secrets',
          control: 'whole',
          required: true,
          hint: `From 0 to ${MOST_OVERLAP_HOURS}.`,
        },
      ]}
      onClose={onClose}
    />
  );
}
