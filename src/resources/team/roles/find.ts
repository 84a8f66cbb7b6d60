import { finds } from '../../../../domain/search-text';
import type { Finds } from '../../../providers/manifest';
import { readList } from '../../../providers/refine/resource';
import { roleAddress } from './address';
import { roles } from './resource';

export const findRoles: Finds = async (text, scope, options) => {
  const { results } = await readList(roles, {}, scope, options);
  const isWanted = finds(text);
  return results
    .filter(({ name }) => isWanted(name))
    .map(({ id, name }) => ({ path: roleAddress(id), label: name, hint: 'Role' }));
};
