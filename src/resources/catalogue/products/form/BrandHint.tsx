import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ownBrands } from '../../../../../domain/brands/contract';
import { useCan } from '../../../../access/useCan';
import { useSession } from '../../../../providers/session';
import { lazyDialog } from '../../../../ui/lazy';
import type { AddedBrand } from '../../../brands/AddBrand';

const AddBrand = lazyDialog(async () => (await import('../../../brands/AddBrand')).AddBrand);

const STANDS = {
  IN_REVIEW: 'In review. Buyers see its products once it’s approved.',
  REJECTED: 'Rejected. Buyers don’t see its products.',
} as const;

type Props = { brandId: number | null; added: AddedBrand | null; onAdded: (brand: AddedBrand) => void };

/** Under the brand of a product's form: where the chosen one stands, and the way to add one. */
export function BrandHint({ brandId, added, onAdded }: Props) {
  const { organization } = useSession();
  const whyNot = useCan().whyNot(ownBrands.claim.requires);
  const [isAdding, setAdding] = useState(false);
  const brands = organization?.brands ?? [];
  const review = [...brands, ...(added ? [added] : [])].find(({ id }) => id === brandId)?.review;
  return (
    <>
      {review && `${STANDS[review]} `}
      {whyNot === null ? (
        <button
          type="button"
          className="v-link"
          onPointerEnter={AddBrand.prefetch}
          onFocus={AddBrand.prefetch}
          onClick={() => setAdding(true)}
        >
          Add a brand
        </button>
      ) : (
        brands.length === 0 && whyNot
      )}
      {/* Chromium doesn't let a form within a form submit. */}
      {isAdding && createPortal(<AddBrand.Part onAdded={onAdded} onClose={() => setAdding(false)} />, document.body)}
    </>
  );
}
