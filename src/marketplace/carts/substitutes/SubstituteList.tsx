import { useState } from 'react';
import { type Substitute, substitutes } from '../../../../domain/carts/substitutes-contract';
import { describeQuantity } from '../../../../domain/catalogue/units/quantity';
import { describeUnits } from '../../../../domain/catalogue/units/units-text';
import type { CallInput } from '../../../../domain/contract/endpoint';
import { formatUsd } from '../../../../domain/money';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { Picture } from '../../../ui/Picture';
import { ErrorState, Skeleton } from '../../../ui/states';
import css from './SubstituteList.module.css';

export type SubstituteListProps = {
  /** Whose product is gone, and how much of it is wanted. */
  wanted: CallInput<typeof substitutes.find>['body'];
  /** What choosing one does, such as 'Use instead'. */
  act: string;
  onUse: (substitute: Substitute) => unknown;
};

/** Up to three products that can be bought instead of one that is gone, at the same quantity. */
export function SubstituteList({ wanted, act, onUse }: SubstituteListProps) {
  const { data, error, refetch } = useCallQuery(substitutes.find, { body: wanted }, { topics: ['catalogue'] });
  const [busy, setBusy] = useState<number | null>(null);
  if (error && !data) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="72px" />;
  if (data.length === 0) return <p className="muted">No similar products are in stock right now.</p>;
  return (
    <ul className={css.substitutes} aria-label="Substitutes">
      {data.map((substitute) => {
        const { product, brand, seller, quantity, total } = substitute;
        return (
          <li key={product.id}>
            <Picture src={product.images[0]?.imageUri} name={product.name} size={44} />
            <span className={css.text}>
              <strong>{product.name}</strong>
              <span className="small muted">
                {brand.name} · {seller.name}
              </span>
              <span className="small">
                {formatUsd(product.price.unitPrice)} {describeUnits(product, product.price.unitPrice)}
              </span>
            </span>
            <span className={css.act}>
              <span className="small">
                {describeQuantity(quantity, product.sellInUnitOfMeasure)} · {formatUsd(total)}
              </span>
              <Button
                busy={busy === product.id}
                disabled={busy !== null && busy !== product.id}
                onClick={async () => {
                  setBusy(product.id);
                  await onUse(substitute);
                  setBusy(null);
                }}
              >
                {act}
                <span className="v-hidden">: {product.name}</span>
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
