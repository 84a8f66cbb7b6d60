import { finds } from '../../../domain/search-text';
import type { Finds } from '../../providers/manifest';
import { readList } from '../../providers/refine/resource';
import { BRANDS } from './brand.text';
import { brands } from './resource';

export const findBrands: Finds = async (text, scope, options) => {
  const { results } = await readList(brands, {}, scope, options);
  const isWanted = finds(text);
  return results
    .filter(({ name }) => isWanted(name))
    .map(({ slug, name, states }) => ({
      path: `${BRANDS}/${slug}`,
      label: name,
      hint: `Brand in ${states.join(', ')}`,
    }));
};
