import type { Finds } from '../../providers/manifest';
import { readList } from '../../providers/refine/resource';
import { matches, nameOf } from './people';
import { team } from './resource';

const AT_MOST = 5;

export const findPeople: Finds = async (text, scope, options) => {
  const { results } = await readList(team, {}, scope, options);
  return results
    .filter((person) => matches(person, { q: text }))
    .slice(0, AT_MOST)
    .map((person) => ({
      path: `/account/manage-users?${new URLSearchParams({ q: person.email })}`,
      label: nameOf(person),
      hint: person.orgRole.name,
    }));
};
