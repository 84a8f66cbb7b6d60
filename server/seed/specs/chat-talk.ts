/** The demo channels' messages. People are named by the part of their email before the @. */
export type Said = { by: string; minutesAgo: number; text: string; likedBy?: readonly string[] };

export type Talk = {
  org: string;
  name: string;
  topic: string;
  isPrivate?: true;
  /** Everyone in the organization by default; the first owns the channel. */
  people?: readonly string[];
  said: readonly Said[];
  /** How many of the last messages someone hasn't read. */
  unread?: Readonly<Record<string, number>>;
};

const HOUR = 60;
const DAY = 24 * HOUR;

const FERNHOLLOW: readonly Talk[] = [
  {
    org: 'fernhollow',
    name: 'general',
    topic: '',
    said: [
      {
        by: 'owner',
        minutesAgo: 6 * DAY,
        text: 'The north field is in. Thanks everyone, that was a long week.',
        likedBy: ['manager', 'warehouse', 'rep'],
      },
      { by: 'warehouse', minutesAgo: 6 * DAY - 25, text: 'Dry rooms 2 and 3 are full. Next opening is Thursday.' },
      {
        by: 'admin',
        minutesAgo: 2 * DAY,
        text: 'State inspection at the Oakland facility Monday at 10. Have manifests printed and badges on.',
      },
      {
        by: 'viewer',
        minutesAgo: 2 * DAY - 40,
        text: 'Last month’s books are closed. Let me know if a payment looks off.',
      },
      {
        by: 'owner',
        minutesAgo: 3 * HOUR,
        text: 'Lunch is on me tomorrow. Tacos at noon in the yard.',
        likedBy: ['rep', 'rep2', 'warehouse', 'admin'],
      },
    ],
    unread: { viewer: 1 },
  },
  {
    org: 'fernhollow',
    name: 'Dispatch',
    topic: 'Trucks, manifests and what ships today',
    people: ['warehouse', 'manager', 'admin', 'owner', 'rep'],
    said: [
      {
        by: 'warehouse',
        minutesAgo: DAY + 90,
        text: 'Truck 2 is back from Sacramento with two cases of eighths. Labels were torn.',
      },
      { by: 'manager', minutesAgo: DAY + 80, text: 'Please credit them. I’ll call the shop.' },
      {
        by: 'rep',
        minutesAgo: 5 * HOUR,
        text: 'Can the Berkeley order still make the morning run? They want it by 9.',
      },
      { by: 'warehouse', minutesAgo: 5 * HOUR - 12, text: 'Yes, if it’s accepted by 6 tonight.' },
      { by: 'manager', minutesAgo: 4 * HOUR, text: 'Just accepted it.', likedBy: ['rep', 'warehouse'] },
      { by: 'warehouse', minutesAgo: 48, text: 'Tomorrow’s manifest is ready: four stops, out at 7:15.' },
      {
        by: 'warehouse',
        minutesAgo: 31,
        text: 'We’re a pallet short on Blue Dream eighths. Check with me before you promise more.',
      },
    ],
    unread: { owner: 2, rep: 1 },
  },
  {
    org: 'fernhollow',
    name: 'Sales floor',
    topic: 'Prices, menus and requests',
    isPrivate: true,
    people: ['manager', 'owner', 'rep', 'rep2'],
    said: [
      { by: 'rep2', minutesAgo: 3 * DAY, text: 'Three shops in Denver asked for half-ounce bags again.' },
      { by: 'manager', minutesAgo: 3 * DAY - 15, text: 'We can try one strain. Which one?' },
      { by: 'rep2', minutesAgo: 3 * DAY - 33, text: 'Gelato, by far.' },
      {
        by: 'manager',
        minutesAgo: 7 * HOUR,
        text: 'New price schedule for the chains starts Monday. Single shops keep their prices.',
      },
      { by: 'rep', minutesAgo: 6 * HOUR, text: 'Got it. I’ll let my accounts know today.' },
    ],
  },
];

const OTHERS: readonly Talk[] = [
  {
    org: 'tidemark',
    name: 'general',
    topic: '',
    said: [
      { by: 'owner', minutesAgo: 4 * DAY, text: 'Insurance is renewed. Certificates are in the office.' },
      { by: 'both', minutesAgo: 9 * HOUR, text: 'I’m in Los Angeles until Friday. Call me anytime.' },
    ],
  },
  {
    org: 'tidemark',
    name: 'Deliveries',
    topic: 'This week’s routes',
    said: [
      { by: 'rep', minutesAgo: DAY, text: 'Long Beach moved to the afternoon. Their receiver is out till 1.' },
      { by: 'both', minutesAgo: DAY - 20, text: 'Let’s swap it with Torrance.' },
      { by: 'owner', minutesAgo: 2 * HOUR, text: 'Van 3 passed inspection.', likedBy: ['rep'] },
    ],
  },
  {
    org: 'tidemark',
    name: 'New brands',
    topic: 'What to carry next',
    said: [
      {
        by: 'both',
        minutesAgo: 5 * DAY,
        text: 'Tried the Saltwater gummies. Clean, not too sweet. I’d carry two flavors.',
      },
      { by: 'rep', minutesAgo: 5 * DAY - 45, text: 'My shops keep asking for low dose. 5 mg would sell.' },
    ],
  },
  {
    org: 'millrace',
    name: 'general',
    topic: '',
    said: [{ by: 'owner', minutesAgo: 2 * DAY, text: 'Frost warning Thursday night. I’ll close the vents at 5.' }],
  },
  {
    org: 'millrace',
    name: 'Trim room',
    topic: 'Trim schedule and hours',
    said: [
      { by: 'sales', minutesAgo: 26 * HOUR, text: 'Four trimmers on Saturday, five on Sunday.' },
      { by: 'owner', minutesAgo: 25 * HOUR, text: 'Perfect. I’ll bring soup.', likedBy: ['sales'] },
    ],
  },
  {
    org: 'millrace',
    name: 'Portland run',
    topic: 'Every other Tuesday',
    said: [{ by: 'sales', minutesAgo: 3 * HOUR, text: 'Seven stops next time. The two new ones are COD.' }],
    unread: { owner: 1 },
  },
  {
    org: 'northwater',
    name: 'general',
    topic: '',
    said: [{ by: 'owner', minutesAgo: 3 * DAY, text: 'The dock is closed Friday while they redo the floor.' }],
  },
  {
    org: 'northwater',
    name: 'Order desk',
    topic: 'Questions about open orders',
    said: [
      { by: 'sales', minutesAgo: 8 * HOUR, text: 'Two orders came in overnight, both from new shops.' },
      { by: 'owner', minutesAgo: 7 * HOUR, text: 'Check their licenses first, then accept.' },
    ],
  },
  {
    org: 'northwater',
    name: 'Trade shows',
    topic: 'Detroit this spring',
    said: [{ by: 'owner', minutesAgo: 4 * DAY, text: 'Booth 114, same corner as last year.', likedBy: ['sales'] }],
  },
  {
    org: 'harborvine',
    name: 'general',
    topic: '',
    said: [
      { by: 'browser', minutesAgo: DAY, text: 'We’re out of pre-rolls at the harbor shop.' },
      { by: 'buyer', minutesAgo: DAY - 30, text: 'Two cases are on the next order. It arrives Wednesday.' },
    ],
  },
];

/** A channel of two organizations, of people whose names differ. */
export type PartnerTalk = {
  orgs: readonly [string, string];
  topic: string;
  /** The first of each organization owns its side. */
  people: readonly (readonly [org: string, who: string])[];
  said: readonly Said[];
};

export const PARTNER_TALKS: readonly PartnerTalk[] = [
  {
    orgs: ['fernhollow', 'harborvine'],
    topic: 'Weekly order',
    people: [
      ['fernhollow', 'owner'],
      ['fernhollow', 'rep'],
      ['harborvine', 'buyer'],
    ],
    said: [
      {
        by: 'buyer',
        minutesAgo: 2 * DAY,
        text: 'Last week’s Gelato sold out by Saturday. Can you hold two cases for us?',
      },
      {
        by: 'rep',
        minutesAgo: 2 * DAY - 18,
        text: 'Held until Thursday. Put them on the next order.',
      },
      {
        by: 'buyer',
        minutesAgo: 95,
        text: 'Done. Is Wednesday before 10 still possible?',
        likedBy: ['rep'],
      },
    ],
  },
  {
    orgs: ['fernhollow', 'tidemark'],
    topic: '',
    people: [
      ['fernhollow', 'manager'],
      ['tidemark', 'owner'],
      ['tidemark', 'rep'],
    ],
    said: [
      { by: 'owner', minutesAgo: 3 * DAY, text: 'Our dock is closed Monday. Tuesday works all day.' },
      { by: 'manager', minutesAgo: 3 * DAY - 50, text: 'Tuesday it is, around noon.' },
    ],
  },
];

export type SeededInvite = { from: string; by: string; to: string; topic: string; daysAgo: number; status?: 'IGNORED' };

/** Open ones on both sides, one that expired, and one that is ignored. */
export const SEEDED_INVITES: readonly SeededInvite[] = [
  { from: 'northwater', by: 'owner', to: 'fernhollow', topic: 'Live resin', daysAgo: 2 },
  { from: 'fernhollow', by: 'owner', to: 'millrace', topic: 'Clones for spring', daysAgo: 4 },
  { from: 'fernhollow', by: 'owner', to: 'northwater', topic: 'Packaging', daysAgo: 20 },
  { from: 'millrace', by: 'owner', to: 'fernhollow', topic: 'Trim room', daysAgo: 6, status: 'IGNORED' },
];

export const TALKS: readonly Talk[] = [...FERNHOLLOW, ...OTHERS];
