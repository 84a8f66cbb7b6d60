import { EVENTS } from '../../../../../domain/events/catalogue';
import type { WebhookDelivery } from '../../../../../domain/webhooks/delivery';
import { subjectText } from '../../../../../domain/webhooks/event-groups';
import { CopyableId } from '../../../../ui/CopyableId';
import { Facts } from '../../../../ui/Facts';
import { momentHere } from '../../../../ui/reader-dates';
import { DeliveryPill } from '../webhooks.columns';

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
