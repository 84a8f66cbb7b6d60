import { EVENTS } from '../../../../../domain/events/catalogue';
import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import type { WebhookDelivery } from '../../../../../domain/webhooks/delivery';
import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { subjectText } from '../../../../../domain/webhooks/event-groups';
import { useCan } from '../../../../access/useCan';
import { QueryState } from '../../../../kit/form/QueryState';
import { useCall } from '../../../../providers/refine/use-call';
import { useResourceOne } from '../../../../providers/refine/use-resource';
import { Button } from '../../../../ui/Button';
import { CopyableId } from '../../../../ui/CopyableId';
import { Dialog } from '../../../../ui/Dialog';
import { Facts } from '../../../../ui/Facts';
import { momentHere } from '../../../../ui/reader-dates';
import { Skeleton } from '../../../../ui/states';
import { deliveries } from '../resource';
import { DeliveryPill } from '../webhooks.columns';
import css from '../webhooks.module.css';
import { Attempt } from './Attempt';

type DeliveryProps = { id: number; endpoint: WebhookEndpoint; onClose: () => void };

/** A delivery beside the list: its event, and every attempt with what was sent and answered. */
export function DeliveryDrawer({ id, endpoint, onClose }: DeliveryProps) {
  const { result: data, query } = useResourceOne(deliveries, id);
  const whyNot = useCan().whyNot(calls.resend.requires);
  const { run, isPending } = useCall(calls.resend, { success: 'It’s being sent again.' });
  return (
    <Dialog
      title={data ? data.event.type : 'Delivery'}
      isDrawer
      width={680}
      onClose={onClose}
      actions={
        <>
          {whyNot && <p className="v-hint">{whyNot}</p>}
          <Button onClick={onClose}>Close</Button>
          <Button
            tone="primary"
            busy={isPending}
            disabled={whyNot !== null || !data}
            onClick={() => void run({ params: { id } })}
          >
            Send again
          </Button>
        </>
      }
    >
      <QueryState
        query={{ data, error: query.error, refetch: query.refetch }}
        skeleton={<Skeleton height="240px" />}
        isEmpty={() => false}
      >
        {(delivery) => (
          <div className={css.delivery}>
            <DeliveryFacts delivery={delivery} />
            {delivery.history.map((attempt, index) => (
              <Attempt key={attempt.number} attempt={attempt} url={endpoint.url} isOpen={index === 0} />
            ))}
            {delivery.history.length === 0 && <p className="v-hint">No attempt yet.</p>}
          </div>
        )}
      </QueryState>
    </Dialog>
  );
}

/** What a delivery tells, and how it is. */
export function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const { event, state, reason, nextAttempt, delivered } = delivery;
  return (
    <Facts
      facts={{
        Status: <DeliveryPill state={state} />,
        Why: reason,
        'Next attempt': nextAttempt && momentHere(nextAttempt),
        Delivered: delivered && momentHere(delivered),
        Event: EVENTS[event.type].says,
        About: `${subjectText(event.subject)}, its event ${event.sequence}`,
        Happened: momentHere(event.timestamp),
        'Event ID': <CopyableId value={event.id} />,
      }}
    />
  );
}
