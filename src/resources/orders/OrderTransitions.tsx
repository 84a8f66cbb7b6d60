import { useState } from 'react';
import { OverrideReason } from '../../../domain/orders/order';
import type { OrderStatus, Transition } from '../../../domain/orders/status';
import { attempt } from '../../kit/form/attempt';
import { Confirm } from '../../kit/form/questions/Confirm';
import type { CallResult } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';
import { Tooltip } from '../../ui/Tooltip';
import type { CreditQuestion, Move } from './useTransitionOrder';

type OverrideQuestionProps = {
  stopped: CreditQuestion;
  run: (transition: Transition, reason: string) => Promise<CallResult<unknown>>;
  onClose: () => void;
};

/** Asks why an order proceeds despite its customer's hold or credit limit. */
export function OverrideQuestion({ stopped: { transition, message }, run, onClose }: OverrideQuestionProps) {
  return (
    <Confirm<{ reason: string }>
      title={`${transition.verb} this order anyway?`}
      act={`${transition.verb} anyway`}
      tone="primary"
      values={{ reason: '' }}
      schema={OverrideReason}
      fields={[{ name: 'reason', label: 'Reason', required: true, maxLength: 500, hint: 'Saved in the audit log.' }]}
      run={({ reason }) => run(transition, reason)}
      success="Order status updated"
      onClose={onClose}
    >
      <p>{message}</p>
    </Confirm>
  );
}

type OrderTransitionsProps = {
  moves: readonly Move[];
  isMoving: boolean;
  onMove: (transition: Transition, reason?: string) => Promise<void>;
};

const AGAINST: readonly OrderStatus[] = ['REJECTED', 'CANCELLED'];

/** The words on the button of a status change. */
export const labelOf = ({ to, verb }: Transition) => (AGAINST.includes(to) ? `${verb} order` : verb);

/** A button per status change. Changes with consequences ask first; disabled ones say why. */
export function OrderTransitions({ moves, isMoving, onMove }: OrderTransitionsProps) {
  const [asked, setAsked] = useState<Transition | null>(null);
  const main = moves.find(({ transition }) => transition.question === null)?.transition;
  const toneOf = (transition: Transition) =>
    transition === main ? 'primary' : AGAINST.includes(transition.to) ? 'danger' : 'plain';
  const choose = (transition: Transition) =>
    transition.question === null ? void onMove(transition) : setAsked(transition);
  return (
    <>
      {[...moves].reverse().map(({ transition, whyNot }) =>
        whyNot === null ? (
          <Button key={transition.to} tone={toneOf(transition)} busy={isMoving} onClick={() => choose(transition)}>
            {labelOf(transition)}{' '}
          </Button>
        ) : (
          <Tooltip key={transition.to} text={whyNot}>
            <Button aria-disabled>{labelOf(transition)}</Button>
          </Tooltip>
        ),
      )}
      {asked && (
        <Confirm<{ reason: string }>
          title={`${asked.verb} order`}
          act={labelOf(asked)}
          tone={AGAINST.includes(asked.to) ? 'danger' : 'primary'}
          cancel="Keep order"
          values={{ reason: '' }}
          fields={
            AGAINST.includes(asked.to)
              ? [
                  {
                    name: 'reason',
                    label: 'Reason',
                    control: 'textarea',
                    maxLength: 500,
                    hint: 'Buyer and seller both see it.',
                  },
                ]
              : []
          }
          run={({ reason }) => attempt(() => onMove(asked, reason.trim()))}
          onClose={() => setAsked(null)}
        >
          <p>{asked.question}</p>
        </Confirm>
      )}
    </>
  );
}
