import type { QueryClient } from '@tanstack/react-query';
import { marketHome } from '../../../../domain/directory/home-contract';
import { call } from '../../../providers/call';
import { callKey } from '../../../providers/refine/use-call';

/** Remembers what a person opened, for their marketplace's home; that it wasn't is no reason to bother them. */
export async function noteOpened(client: QueryClient, brandId: number, productId: number | null): Promise<void> {
  await call(marketHome.open, { body: { brandId, ...(productId === null ? {} : { productId }) } });
  // Home waits for it rather than showing it late.
  client.removeQueries({ queryKey: callKey(marketHome.get) });
}
