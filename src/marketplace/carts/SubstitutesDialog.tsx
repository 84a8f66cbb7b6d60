import type { MenuProduct } from '../../../domain/catalogue/product';
import { Dialog } from '../../ui/Dialog';
import { FollowButton } from '../FollowButton';
import { SubstituteList, type SubstituteListProps } from './substitutes/SubstituteList';

type SubstitutesDialogProps = Omit<SubstituteListProps, 'onUse'> & {
  name: string;
  /** The product as its menu shows it; null once it has left it, and then can't be followed. */
  product: MenuProduct | null;
  /** Answers whether it worked; the dialog then closes. */
  onUse: (...chosen: Parameters<SubstituteListProps['onUse']>) => Promise<boolean>;
  onClose: () => void;
};

/** What can be bought instead of a product, and being told when it is back. */
export function SubstitutesDialog({ name, product, wanted, act, onUse, onClose }: SubstitutesDialogProps) {
  return (
    <Dialog title={`Instead of ${name}`} width={600} onClose={onClose}>
      <SubstituteList
        wanted={wanted}
        act={act}
        onUse={async (substitute) => {
          if (await onUse(substitute)) onClose();
        }}
      />
      {product && (
        <p>
          <FollowButton product={product} buyerLicenseId={wanted.buyerLicenseId} />
        </p>
      )}
    </Dialog>
  );
}
