import { apiKeys as calls } from '../../../../domain/api-keys/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** The organization's API keys. */
export const apiKeys = resourceOf({
  name: 'api-keys',
  topics: ['organization'],
  list: calls.list,
  one: calls.get,
  create: calls.create,
  update: calls.update,
});

export const PATH = '/account/integrations/api-keys';
