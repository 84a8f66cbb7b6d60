import type { KeepTools, Tracked, TrackedList } from '../integrations/read-license';
import { saveGone } from './differences';
import { keepPackages } from './keep-packages';
import { PACKAGE_LISTS, type PackageList, readPackages } from './tracked-package';

const asPlatform = ({ db, publish }: KeepTools) => ({
  db,
  publish,
  person: { userId: null },
  membershipOrNull: null,
});

const packagesOf = (list: PackageList): TrackedList => ({
  name: `packages ${list}`,
  path: `/packages/v2/${list}`,
  keep: (tools, from, records) => keepPackages(asPlatform(tools), { ...from, list }, readPackages(records)),
});

/** Everything read of a license. */
export const TRACKED: Tracked = {
  lists: [...(Object.keys(PACKAGE_LISTS) as PackageList[]).map(packagesOf)],
  async finishRound(tools, round) {
    const gone = await saveGone(tools, round);
    if (gone > 0) await tools.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [round.orgId] });
  },
};
