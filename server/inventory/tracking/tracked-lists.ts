import { PACKAGE_LISTS, type PackageList } from '../../../domain/inventory/judge-package';
import { TRANSFER_DIRECTIONS, type TransferDirection } from '../../../domain/inventory/packages/transfer';
import type { StoreTools, Tracked, TrackedList } from '../../integrations/tracking/read-license';
import { compareHarvests } from '../reconciliation/harvest-differences';
import { saveGone } from '../reconciliation/store-differences';
import { forgetClosed } from './forget-closed';
import { lackingLabResults } from './read-lab-results';
import { storeItems, storeRecords, storeWholeList } from './store-items';
import { storePackages } from './store-packages';
import { lackingDeliveries, storeTransfers } from './transfers';

const asPlatform = (tools: StoreTools) => ({
  ...tools,
  person: { userId: null },
  membershipOrNull: null,
});

const packagesOf = (list: PackageList): TrackedList => ({
  name: `packages ${list}`,
  path: `/packages/v2/${list}`,
  keep: (tools, from, records) => storePackages(asPlatform(tools), { ...from, list }, records),
});

const itemsOf = (name: string, path: string): TrackedList => ({
  name,
  path,
  keep: storeItems,
});

/** A list whose records are kept as they came, until something of ours asks for more. */
const recordsOf = (name: string, path: string): TrackedList => ({
  name,
  path,
  keep: async ({ db }, from, records) => void (await storeRecords(db, { ...from, list: name }, records)),
});

/** The same of harvests, and those of ours are compared with them. */
const harvestsOf = (state: string): TrackedList => ({
  name: `harvests ${state}`,
  path: `/harvests/v2/${state}`,
  async keep(tools, from, records) {
    const newest = await storeRecords(tools.db, { ...from, list: `harvests ${state}` }, records);
    await compareHarvests(tools, from, newest);
  },
});

/** A short list kept as it came, each time anew. */
const wholeOf = (name: string, path: string): TrackedList => ({
  name,
  path,
  isWhole: true,
  keep: ({ db }, from, records) => storeWholeList(db, { ...from, list: name }, records),
});

const transfersOf = (direction: TransferDirection): TrackedList => ({
  name: `transfers ${direction.toLowerCase()}`,
  path: `/transfers/v2/${direction.toLowerCase()}`,
  keep: (tools, from, records) => storeTransfers(tools, { ...from, direction }, records),
});

/** What is asked about records once they are read. */
const FOLLOWING = [
  { name: 'read-deliveries', lacking: lackingDeliveries },
  { name: 'read-lab-results', lacking: lackingLabResults },
] as const;

/** Everything read of a license. Items come before the packages of them, and packages before all else. */
export const TRACKED: Tracked = {
  lists: [
    itemsOf('items', '/items/v2/active'),
    ...(Object.keys(PACKAGE_LISTS) as PackageList[]).map(packagesOf),
    ...(Object.keys(TRANSFER_DIRECTIONS) as TransferDirection[]).map(transfersOf),
    recordsOf('strains', '/strains/v2/active'),
    recordsOf('locations', '/locations/v2/active'),
    wholeOf('units', '/unitsofmeasure/v2/active'),
    ...['vegetative', 'flowering', 'onhold', 'inactive'].map((state) =>
      recordsOf(`plants ${state}`, `/plants/v2/${state}`),
    ),
    ...['active', 'onhold', 'inactive'].map(harvestsOf),
    wholeOf('waste types', '/harvests/v2/waste/types'),
  ],
  async finishRound(tools, round) {
    // A package that isn't in the lists that were read may be in one that wasn't.
    const isWhole = !round.unread.some((list) => list.startsWith('packages '));
    const gone = (isWhole ? await saveGone(tools, round) : 0) + (await forgetClosed(tools.db, round));
    if (gone > 0) await tools.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [round.orgId] });
  },
  async follow({ database, jobs }, license) {
    for (const { name, lacking } of FOLLOWING) {
      const [one] = await lacking(database.db, license, 1);
      if (one !== undefined) await jobs.enqueue(database.db, { name, data: license });
    }
  },
};
