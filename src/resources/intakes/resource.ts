import { intakes as calls } from '../../../domain/intakes/contract';
import { resourceOf } from '../../providers/refine/resource';

/** Incoming deliveries of a license. */
export const intakes = resourceOf({
  name: 'intakes',
  topics: ['intakes', 'packages'],
  list: calls.list,
  one: calls.get,
});

/** An intake’s page; it names the license, which the reader may not have chosen. */
export const intakePath = ({ id, licenseId }: { id: number; licenseId: number }): string =>
  `/fulfillment/intakes/${id}?licenseId=${licenseId}`;
