import { accountingMappings as calls } from '../../../../domain/accounting/mapping-contract';
import { counted } from '../../../../domain/text';
import type { CallResult } from '../../../providers/refine/use-call';
import { useCall } from '../../../providers/refine/use-call';
import { showSnack } from '../../../providers/snackbar';
import { SIDES, type Side } from './sides';

/** One of ours with its record in the books, or none. */
export type Mapping = { id: number; externalId: string | null };
type MapOptions = { mayShare?: boolean };

/** What is done about mappings of a company. */
export function useMappingActs(side: Side, companyId: number, showsErrors = false) {
  const mapCustomers = useCall(calls.mapCustomers, { showsErrors });
  const mapProducts = useCall(calls.mapProducts, { showsErrors });
  const makeCustomers = useCall(calls.makeCustomers, { showsErrors });
  const makeProducts = useCall(calls.makeProducts, { showsErrors });
  const params = { companyId };
  const map = (
    mappings: readonly Mapping[],
    { mayShare = false }: MapOptions = {},
  ): Promise<CallResult<{ saved: number }>> =>
    side === 'customers'
      ? mapCustomers.run({
          params,
          body: { mappings: mappings.map(({ id, externalId }) => ({ customerId: id, externalId })), mayShare },
        })
      : mapProducts.run({
          params,
          body: { mappings: mappings.map(({ id, externalId }) => ({ productId: id, externalId })), mayShare },
        });
  const make = async (ids: readonly number[]) => {
    const result =
      side === 'customers'
        ? await makeCustomers.run({ params, body: { customerIds: [...ids] } })
        : await makeProducts.run({ params, body: { productIds: [...ids] } });
    if (!result.ok) return result;
    const failed = result.value.filter(({ problem }) => problem !== null);
    const made = result.value.length - failed.length;
    const noun = SIDES[side].noun;
    const first = failed[0];
    showSnack(
      first
        ? {
            status: 'error',
            message: `${first.name}: ${first.problem} ${failed.length > 1 ? `So are ${failed.length - 1} more.` : ''}`,
          }
        : { status: 'success', message: `${counted(made, ...noun)} added to your books.` },
    );
    return result;
  };
  return { map, make };
}
