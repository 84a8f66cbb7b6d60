import type { ZoneArea } from '../../../../../domain/customers/zone-contract';
import {
  type AreaPreview,
  serviceZoneMap as calls,
  type ServiceZone,
} from '../../../../../domain/customers/zone-contract';
import { counted } from '../../../../../domain/text';
import { Confirm } from '../../../../kit/form/questions/Confirm';
import { useCall } from '../../../../providers/refine/use-call';
import css from './zones.module.css';

type Named = AreaPreview['groups'][number]['from'];
const nameOf = (zone: Named) => zone?.name ?? 'no zone';

type ReviewAreaProps = {
  zone: ServiceZone;
  area: ZoneArea & { version: number };
  preview: AreaPreview;
  onSaved: (saved: { zone: ServiceZone; moveCount: number }) => void;
  onClose: () => void;
};

/** Who would move from which zone to which, before an area is saved. */
export function ReviewArea({ zone, area, preview, onSaved, onClose }: ReviewAreaProps) {
  const { run } = useCall(calls.updateArea, { showsErrors: true });
  const { moveCount, groups, moves, keptByHand } = preview;
  return (
    <Confirm
      title={`Save the area of “${zone.name}”?`}
      act={moveCount === 0 ? 'Save area' : `Save and move ${counted(moveCount, 'customer')}`}
      tone="primary"
      width={560}
      run={() => run({ params: { id: zone.id }, body: area })}
      onDone={onSaved}
      onClose={onClose}
    >
      {moveCount === 0 && <p>No customers change zones.</p>}
      {moveCount > 0 && (
        <ul className={css.groups} aria-label="Moves by zone">
          {groups.map(({ from, to, customerCount }) => (
            <li key={`${from?.id} ${to?.id}`}>
              <strong>{counted(customerCount, 'customer')}</strong> from {nameOf(from)} to {nameOf(to)}
            </li>
          ))}
        </ul>
      )}
      {moveCount > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard.
        <section className={css.scroll} tabIndex={0} aria-label="Customers who move">
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Customer</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {moves.map(({ id, name, from, to }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>{from?.name ?? 'No zone'}</td>
                  <td>{to?.name ?? 'No zone'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {moves.length < moveCount && <p className="v-hint">And {counted(moveCount - moves.length, 'customer')} more.</p>}
      {keptByHand > 0 && (
        <p className="v-hint">
          {counted(keptByHand, 'customer')} in this area {keptByHand === 1 ? 'stays in the zone' : 'stay in the zones'}{' '}
          chosen by hand.
        </p>
      )}
      <p>New customers and changed addresses will follow this area.</p>
    </Confirm>
  );
}
