import { useState } from 'react';
import type { OrderStatus, Transition } from '../../../domain/orders/status';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Tooltip } from '../../ui/Tooltip';
import type { Move } from './useTransitionOrder';

type OrderTransitionsProps = {
  moves: readonly Move[];
  isMoving: boolean;
  onMove: (transition: Transition) => Promise<void>;
};

const AGAINST: readonly OrderStatus[] = ['REJECTED', 'CANCELLED'];

/** A button for each move of an order. What has consequences asks first; what is closed says why. */
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
            {transition.verb}
          </Button>
        ) : (
          <Tooltip key={transition.to} text={whyNot}>
            <Button aria-disabled>{transition.verb}</Button>
          </Tooltip>
        ),
      )}
      {asked && (
        <Dialog
          title={`${asked.verb} order`}
          width={440}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>Keep as it is</Button>
              <Button
                tone={AGAINST.includes(asked.to) ? 'danger' : 'primary'}
                onClick={() => {
                  setAsked(null);
                  void onMove(asked);
                }}
              >
                {AGAINST.includes(asked.to) ? `${asked.verb} order` : asked.verb}
              </Button>
            </>
          }
        >
          <p>{asked.question}</p>
        </Dialog>
      )}
    </>
  );
}
