import { useState } from 'react';
import { webhooks as calls } from '../../../../domain/webhooks/contract';
import type { WebhookEndpoint } from '../../../../domain/webhooks/endpoint';
import { endpointName } from '../../../../domain/webhooks/endpoint-words';
import { useCan } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { lazyDialog } from '../../../ui/lazy';
import type { MenuEntry } from '../../../ui/Menu';
import { momentHere } from '../../../ui/reader-dates';
import { endpoints } from './resource';

export const EndpointDrawer = lazyDialog(async () => (await import('./EndpointDrawer')).EndpointDrawer);

type Act = { kind: 'edit' | 'resume' | 'remove'; endpoint: WebhookEndpoint };

/** What can be done with an endpoint, wherever it is shown, and the dialogs that open. */
export function useEndpointActions(onRemoved?: () => void) {
  const whyNot = useCan().whyNot(calls.update.requires);
  const [act, setAction] = useState<Act | null>(null);
  const { run: pause, isPending } = useCall(calls.pause, { success: 'Paused. Nothing is sent until you resume it.' });
  const close = () => setAction(null);
  const refusal = whyNot === null ? {} : { disabled: true, note: whyNot };
  const entriesOf = (endpoint: WebhookEndpoint): MenuEntry[] => {
    const { id, version, state } = endpoint;
    const begin = (kind: Act['kind']) => () => setAction({ kind, endpoint });
    return [
      { label: 'Edit', icon: 'edit', onSelect: begin('edit'), ...refusal },
      state === 'ACTIVE'
        ? {
            label: 'Pause',
            onSelect: () => void pause({ params: { id }, body: { version } }),
            ...refusal,
            ...(isPending && { disabled: true }),
          }
        : { label: 'Resume…', onSelect: begin('resume'), ...refusal },
      { label: 'Delete…', icon: 'trash', tone: 'danger', separated: true, onSelect: begin('remove'), ...refusal },
    ];
  };
  const dialogs = (
    <>
      {act?.kind === 'edit' && <EndpointDrawer.Part endpoint={act.endpoint} onClose={close} />}
      {act?.kind === 'resume' && <ResumeEndpoint endpoint={act.endpoint} onClose={close} />}
      {act?.kind === 'remove' && (
        <DeleteEndpoint endpoint={act.endpoint} onClose={close} {...(onRemoved && { onRemoved })} />
      )}
    </>
  );
  return { entriesOf, dialogs };
}

type ActionProps = { endpoint: WebhookEndpoint; onClose: () => void };

function ResumeEndpoint({ endpoint, onClose }: ActionProps) {
  const { id, version, problem, failingSince } = endpoint;
  const { run } = useCall(calls.resume, { showsErrors: true });
  return (
    <Confirm<{ replaysMissed: boolean }>
      title={`Resume ${endpointName(endpoint)}?`}
      act="Resume"
      tone="primary"
      values={{ replaysMissed: true }}
      fields={[
        {
          name: 'replaysMissed',
          label: 'Send what was missed',
          control: 'checkbox',
          hint: 'Everything that happened while nothing was sent, oldest first.',
        },
      ]}
      run={(body) => run({ params: { id }, body: { ...body, version } })}
      success="Resumed."
      onClose={onClose}
    >
      <p>New events are sent again right away.</p>
      {problem && (
        <p>
          {problem}
          {failingSince && ` It has been failing since ${momentHere(failingSince)}.`}
        </p>
      )}
    </Confirm>
  );
}

function DeleteEndpoint({ endpoint, onRemoved, onClose }: ActionProps & { onRemoved?: () => void }) {
  const { run } = useResourceDelete(endpoints, { showsErrors: true });
  const name = endpointName(endpoint);
  return (
    <Confirm
      title={`Delete ${name}?`}
      act="Delete endpoint"
      run={() => run(endpoint.id)}
      success={`“${name}” deleted.`}
      {...(onRemoved && { onDone: onRemoved })}
      onClose={onClose}
    >
      <p>
        Nothing more is sent to it, what waits isn’t sent either, and its secret and deliveries are gone. You can’t undo
        this.
      </p>
    </Confirm>
  );
}
