import { useQueryClient } from '@tanstack/react-query';
import type { MenuProduct } from '../../domain/catalogue/product';
import { follows } from '../../domain/directory/follow-contract';
import { marketHome } from '../../domain/directory/home-contract';
import { useCan } from '../access/useCan';
import { callKey, useCall, useCallQuery } from '../providers/refine/use-call';
import { showSnack } from '../providers/snackbar';
import { Button } from '../ui/Button';

type FollowButtonProps = {
  product: Pick<MenuProduct, 'id' | 'brandId' | 'name'>;
  /** For whom it would be bought, whose price is followed. */
  buyerLicenseId: number;
};

/** Follows a product's price and stock for a license, and stops it; one press each. */
export function FollowButton({ product: { id: productId, brandId, name }, buyerLicenseId }: FollowButtonProps) {
  const client = useQueryClient();
  const mayFollow = useCan().can(follows.of.requires);
  const input = { params: { id: brandId, productId }, query: { buyerLicenseId } };
  const { data } = useCallQuery(follows.of, input, { enabled: mayFollow });
  const follow = useCall(follows.create);
  const stop = useCall(follows.remove);
  if (!mayFollow) return null;
  const id = data?.id ?? null;
  const show = (now: number | null) => {
    client.setQueryData(callKey(follows.of, input), { id: now });
    void client.invalidateQueries({ queryKey: callKey(follows.list) });
    client.removeQueries({ queryKey: callKey(marketHome.get) });
  };
  const toggle = async () => {
    if (id !== null) {
      const done = await stop.run({ params: { id } });
      if (done.ok) show(null);
      return;
    }
    const done = await follow.run({ body: { brandId, productId, buyerLicenseId } });
    if (!done.ok) return;
    show(done.value.id);
    showSnack({
      status: 'success',
      message: `Following ${name}. We’ll tell you when its price drops or it’s back in stock.`,
    });
  };
  return (
    <Button
      icon="bell"
      disabled={data === undefined}
      busy={follow.isPending || stop.isPending}
      onClick={() => void toggle()}
    >
      {id === null ? 'Follow price and stock' : 'Stop following'}
    </Button>
  );
}
