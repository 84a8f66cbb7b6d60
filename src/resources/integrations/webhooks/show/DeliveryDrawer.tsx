import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { useCan } from '../../../../access/useCan';
import { QueryState } from '../../../../kit/form/QueryState';
import { useCall } from '../../../../providers/refine/use-call';
import { useResourceOne } from '../../../../providers/refine/use-resource';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Skeleton } from '../../../../ui/states';
import { deliveries } from '../resource';
import css from '../webhooks.module.css';
import { Attempt } from './Attempt';
import { DeliveryFacts } from './DeliveryFacts';

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
          <div className={css.stack}>
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
