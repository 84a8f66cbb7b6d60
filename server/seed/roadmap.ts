import type { RoadmapStatus } from '../../domain/roadmap/entry';
import { daysBefore, nextId, type World } from './world';

type Demo = {
  title: string;
  text: string;
  status: RoadmapStatus;
  /** Days ago. */
  created: number;
  /** Who suggested it, by email; ours without. */
  by?: string;
  /** Reasons by who votes, by email. */
  votes: Readonly<Record<string, string>>;
  /** What was said, by how many days ago, the last status last. */
  updates: readonly (readonly [days: number, status: RoadmapStatus, note: string])[];
};

const DEMO: readonly Demo[] = [
  {
    title: 'Print package labels from an intake',
    text: 'After a delivery is confirmed, print a label with tag, item, lot and harvest date for each package, on the label printers most warehouses have.',
    status: 'IN_PROGRESS',
    created: 118,
    by: 'owner@fernhollow.example',
    votes: {
      'owner@fernhollow.example': 'We write them by hand for every delivery.',
      'owner@tidemark.example': 'Two hours each Monday for the receiving crew.',
      'owner@northwater.example': '',
    },
    updates: [
      [96, 'PLANNED', 'We’ll start with 4 × 2 inch labels and the printers you told us about.'],
      [24, 'IN_PROGRESS', 'The first labels print in our test warehouse. Next is choosing what stands on them.'],
    ],
  },
  {
    title: 'Deliver an order in several stops',
    text: 'One order, several shops of the same buyer: a manifest for each stop, and one invoice.',
    status: 'PLANNED',
    created: 73,
    by: 'buyer@harborvine.example',
    votes: {
      'buyer@harborvine.example': 'We split every big order into four today.',
      'owner@copperline.example': 'Our two companies order the same menu.',
    },
    updates: [[31, 'PLANNED', 'Planned for after labels. We’re asking states how they want the manifests.']],
  },
  {
    title: 'Show the price history of a product',
    text: 'A line of what a product was listed at over the last year, for its seller and for buyers who follow it.',
    status: 'OPEN',
    created: 41,
    by: 'owner@juniper.example',
    votes: {
      'owner@juniper.example': 'I want to know whether a deal is one.',
      'buyer@harborvine.example': '',
      'owner@fernhollow.example': 'Helps to set the next price schedule.',
    },
    updates: [[38, 'OPEN', 'Good idea. Vote if it would help you, and say for what.']],
  },
  {
    title: 'Recurring orders',
    text: 'Order the same list every week or two, and look through it before it’s placed.',
    status: 'OPEN',
    created: 15,
    votes: { 'owner@harborvine.example': 'The same pre-rolls, every Tuesday.' },
    updates: [[15, 'OPEN', 'Standing lists fill a cart today. Would you want it placed by itself?']],
  },
  {
    title: 'Harvest weights without a connection',
    text: 'Weigh plants where there is no signal; weights are sent once there is one.',
    status: 'SHIPPED',
    created: 260,
    by: 'grower@fernhollow.example',
    votes: { 'grower@fernhollow.example': 'No signal in the drying room.', 'owner@fernhollow.example': '' },
    updates: [
      [190, 'PLANNED', 'Planned: the weigh line will keep what you weigh.'],
      [52, 'SHIPPED', 'The weigh line and intakes keep working without a connection.'],
    ],
  },
  {
    title: 'Partner channels in chat',
    text: 'A channel with people of another organization, to settle orders without phone calls.',
    status: 'SHIPPED',
    created: 201,
    votes: { 'owner@tidemark.example': '' },
    updates: [[80, 'SHIPPED', 'Invite a partner from the chat’s network page.']],
  },
  {
    title: 'Sell to consumers from the menu',
    text: 'A public shop on our own domain, with checkout for consumers.',
    status: 'CLOSED',
    created: 150,
    by: 'owner@northwater.example',
    votes: { 'owner@northwater.example': 'One catalog for both.' },
    updates: [
      [140, 'CLOSED', 'Verdant is for wholesale. Shops that sell to consumers are better at it than we would be.'],
    ],
  },
  {
    title: 'Scan a pallet with one press',
    text: 'Read all tags of a pallet from a photo when it comes in.',
    status: 'WAITING',
    created: 2,
    by: 'owner@fernhollow.example',
    votes: { 'owner@fernhollow.example': 'A pallet is 80 tags.' },
    updates: [],
  },
];

/** What is planned, asked for, shipped and declined, with votes of the demo's people. */
export function addRoadmap({ now, rows }: World): void {
  const personOf = (email: string) => {
    const user = rows.users.find((one) => one.email === email);
    const orgId = rows.orgUsers.find((one) => one.userId === user?.id)?.orgId;
    if (!user?.id || !orgId) throw new Error(`${email} works for nobody`);
    return { userId: user.id, orgId };
  };
  for (const { by, created, votes, updates, ...entry } of DEMO) {
    const entryId = nextId(rows.roadmapEntries);
    const author = by === undefined ? null : personOf(by);
    const createdAt = daysBefore(now, created);
    const [published] = updates;
    rows.roadmapEntries.push({
      id: entryId,
      ...entry,
      statusSince: daysBefore(now, updates.at(-1)?.[0] ?? created),
      publishedAt: published ? daysBefore(now, published[0]) : null,
      mergedIntoId: null,
      votes: Object.keys(votes).length,
      isOurs: author === null,
      orgId: author?.orgId ?? null,
      authorUserId: author?.userId ?? null,
      createdAt,
    });
    for (const [email, reason] of Object.entries(votes)) {
      const id = nextId(rows.roadmapSupporters);
      // Each a few hours after the one before.
      const votedAt = new Date(createdAt.getTime() + id * 3_600_000);
      rows.roadmapSupporters.push({ id, entryId, ...personOf(email), votedAt, reason, isFollowing: true });
    }
    for (const [days, status, note] of updates) {
      const id = nextId(rows.roadmapUpdates);
      rows.roadmapUpdates.push({ id, entryId, status, note, createdAt: daysBefore(now, days) });
    }
  }
}
