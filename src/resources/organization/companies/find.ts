import { finds } from '../../../../domain/search-text';
import type { Finds } from '../../../providers/manifest';
import { readList } from '../../../providers/refine/resource';
import { COMPANIES } from './company.text';
import { companies } from './resource';

export const findCompanies: Finds = async (text, scope, options) => {
  const { results } = await readList(companies, {}, scope, options);
  return results
    .filter(({ name }) => finds(text)(name))
    .map(({ companyId, name, state }) => ({
      path: `${COMPANIES}/${companyId}`,
      label: name,
      hint: `Company in ${state.ansiAbbrevation}`,
    }));
};
