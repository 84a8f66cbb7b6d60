import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { Finds } from '../../providers/manifest';
import { readList } from '../../providers/refine/resource';
import { licenses } from './resource';

const AT_MOST = 5;

export const findLicenses: Finds = async (text, scope, options) => {
  const { results } = await readList(licenses, { filters: { searchTerm: text } }, scope, options);
  return results.slice(0, AT_MOST).map((license) => ({
    path: `/account/manage/licenses?edit=${license.id}`,
    label: license.dba || license.name,
    hint: `License, ${licenseDisplayName(license)}`,
  }));
};
