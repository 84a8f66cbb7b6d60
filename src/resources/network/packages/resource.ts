import { networkPackages as calls, accessLog as logCalls } from '../../../../domain/network/packages-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** A brand's packages at all holders. One's own change with `packages`; what others show is read by the list itself (`useConsentRound`). */
export const brandStock = resourceOf({
  name: 'brand-stock',
  topics: ['packages'],
  list: calls.search,
});

/** Who read packages of another organization. */
export const accessLog = resourceOf({ name: 'access-log', list: logCalls.search });
