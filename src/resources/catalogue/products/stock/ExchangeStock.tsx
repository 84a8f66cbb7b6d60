import { useState } from 'react';
import type { InventoryMode } from '../../../../../domain/catalogue/vocabulary';
import { wholesaleStock } from '../../../../../domain/wholesale/stock-contract';
import { useCan } from '../../../../access/useCan';
import { useCall } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import { isOffered } from '../../../../providers/settings';
import { Button } from '../../../../ui/Button';
import type { ProductSection } from '../product.text';

type Props = Pick<ProductSection, 'product' | 'whyNot' | 'refresh'> & { mode: InventoryMode };

/** Takes the stock over from the wholesale marketplace, or sends it there, where the company is connected. */
export function ExchangeStock({ product, mode, whyNot, refresh }: Props) {
  const { organization } = useSession();
  const company = organization?.companies.find(({ companyId }) => companyId === product.companyId);
  const call = mode === 'INHERITED' ? wholesaleStock.sync : wholesaleStock.push;
  const reason = useCan().whyNot(call.requires) ?? whyNot;
  const [told, setTold] = useState<string | null>(null);
  const { run, isPending } = useCall(call);
  if (!isOffered('wholesale') || mode === 'UNLIMITED' || !company?.isMarketplaceLinked) return null;
  const exchange = async () => {
    const result = await run({ params: { id: product.id } });
    if (!result.ok) return;
    setTold(result.value.message);
    await refresh();
  };
  return (
    <div>
      <Button busy={isPending} disabled={reason !== null} onClick={() => void exchange()}>
        {mode === 'INHERITED' ? 'Sync from wholesale marketplace' : 'Push to wholesale marketplace'}
      </Button>
      <p className="v-hint" role="status">
        {told}
      </p>
    </div>
  );
}
