import { useCallback, useMemo, useState } from 'react';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import type { LineProduct } from '../../../../domain/orders/entry/draft';
import { useCallQuery } from '../../../providers/refine/use-call';
import type { EntryLine } from './entry-values';

type Asked = { orgId: number; companyId: number; customerId: number | null };

/**
 * The products of the lines, at the customer's prices and with what is available; read again when stock, prices or
 * orders change. Products just found are known at once.
 */
export function useEntryProducts(asked: Asked, lines: readonly EntryLine[]) {
  const [found, setFound] = useState<{ of: number | null; products: ReadonlyMap<number, LineProduct> }>({
    of: null,
    products: new Map(),
  });
  const productIds = [...new Set(lines.map(({ productId }) => productId))].sort((a, b) => a - b);
  const body = { ...asked, productIds };
  const { data, error, refetch } = useCallQuery(
    calls.lineProducts,
    { body },
    {
      enabled: productIds.length > 0,
      keepsPrevious: true,
      topics: ['catalogue', 'orders'],
      keyedBy: JSON.stringify(body),
    },
  );
  const products = useMemo(() => {
    const known = new Map(found.of === asked.customerId ? found.products : []);
    for (const product of data?.results ?? []) known.set(product.id, product);
    return known;
  }, [found, data, asked.customerId]);
  const learn = useCallback(
    (added: readonly LineProduct[]) =>
      setFound((before) => {
        const kept = before.of === asked.customerId ? before.products : [];
        return {
          of: asked.customerId,
          products: new Map([...kept, ...added.map((product) => [product.id, product] as const)]),
        };
      }),
    [asked.customerId],
  );
  const missing = productIds.some((id) => !products.has(id));
  return { products, learn, isLoading: missing && data === undefined && !error, error, refetch };
}
