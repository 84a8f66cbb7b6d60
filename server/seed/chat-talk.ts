/** Who said what in the demo's channels. People are named by the part of their address before the @. */
export type Said = { by: string; minutesAgo: number; text: string; likedBy?: readonly string[] };

export type Talk = {
  org: string;
  name: string;
  topic: string;
  isPrivate?: true;
  /** Everybody in the organization when left out; the first owns the channel. */
  people?: readonly string[];
  said: readonly Said[];
  /** How many of the last messages somebody has not read. */
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
        text: 'Harvest of the north field is in. Thank you all, that was a long week.',
        likedBy: ['manager', 'warehouse', 'rep'],
      },
      { by: 'warehouse', minutesAgo: 6 * DAY - 25, text: 'Drying rooms 2 and 3 are full. Next free slot is Thursday.' },
      {
        by: 'admin',
        minutesAgo: 2 * DAY,
        text: 'State inspection of the Oakland facility is on Monday at 10. Please have manifests printed and badges on.',
      },
      {
        by: 'viewer',
        minutesAgo: 2 * DAY - 40,
        text: 'The books for last month are closed. Ask me if a payment looks wrong to you.',
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
    topic: 'Trucks, manifests and what has to leave today',
    people: ['warehouse', 'manager', 'admin', 'owner', 'rep'],
    said: [
      {
        by: 'warehouse',
        minutesAgo: DAY + 90,
        text: 'Truck 2 is back from Sacramento. Two cases of eighths came back, labels torn.',
      },
      { by: 'manager', minutesAgo: DAY + 80, text: 'Credit them please, I will call the shop.' },
      {
        by: 'rep',
        minutesAgo: 5 * HOUR,
        text: 'Can the Berkeley order still make the morning run? They open late and want it by 9.',
      },
      { by: 'warehouse', minutesAgo: 5 * HOUR - 12, text: 'If it is accepted before 6 tonight, yes.' },
      { by: 'manager', minutesAgo: 4 * HOUR, text: 'Accepted just now.', likedBy: ['rep', 'warehouse'] },
      { by: 'warehouse', minutesAgo: 48, text: 'Manifest for tomorrow is ready: four stops, leaving 7:15.' },
      {
        by: 'warehouse',
        minutesAgo: 31,
        text: 'One pallet short on Blue Dream eighths. Please check before promising more.',
      },
    ],
    unread: { owner: 2, rep: 1 },
  },
  {
    org: 'fernhollow',
    name: 'Sales floor',
    topic: 'Prices, menus and who asked for what',
    isPrivate: true,
    people: ['manager', 'owner', 'rep', 'rep2'],
    said: [
      { by: 'rep2', minutesAgo: 3 * DAY, text: 'Three shops in Denver asked for half-ounce bags again.' },
      { by: 'manager', minutesAgo: 3 * DAY - 15, text: 'We can try one strain. Which?' },
      { by: 'rep2', minutesAgo: 3 * DAY - 33, text: 'Gelato, by far.' },
      {
        by: 'manager',
        minutesAgo: 7 * HOUR,
        text: 'New price schedule for the chains starts Monday. Single shops stay as they are.',
      },
      { by: 'rep', minutesAgo: 6 * HOUR, text: 'Good. I will tell mine today.' },
    ],
  },
];

const OTHERS: readonly Talk[] = [
  {
    org: 'tidemark',
    name: 'general',
    topic: '',
    said: [
      { by: 'owner', minutesAgo: 4 * DAY, text: 'Insurance renewed, certificates are in the office.' },
      { by: 'both', minutesAgo: 9 * HOUR, text: 'I am in Los Angeles until Friday, on the phone as always.' },
    ],
  },
  {
    org: 'tidemark',
    name: 'Deliveries',
    topic: 'Routes of the week',
    said: [
      { by: 'rep', minutesAgo: DAY, text: 'Stop in Long Beach moved to the afternoon, their receiver is out till 1.' },
      { by: 'both', minutesAgo: DAY - 20, text: 'Then we swap it with Torrance.' },
      { by: 'owner', minutesAgo: 2 * HOUR, text: 'Van 3 passed its check.', likedBy: ['rep'] },
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
        text: 'Tasted the gummies of Saltwater. Clean, not too sweet. I would take two lines.',
      },
      { by: 'rep', minutesAgo: 5 * DAY - 45, text: 'My shops ask for low-dose ones. Five milligrams would sell.' },
    ],
  },
  {
    org: 'millrace',
    name: 'general',
    topic: '',
    said: [{ by: 'owner', minutesAgo: 2 * DAY, text: 'Frost warning for Thursday night. I close the vents at 5.' }],
  },
  {
    org: 'millrace',
    name: 'Trim room',
    topic: 'Who, when and how much',
    said: [
      { by: 'sales', minutesAgo: 26 * HOUR, text: 'Four trimmers on Saturday, five on Sunday.' },
      { by: 'owner', minutesAgo: 25 * HOUR, text: 'Perfect. I bring soup.', likedBy: ['sales'] },
    ],
  },
  {
    org: 'millrace',
    name: 'Portland run',
    topic: 'Every other Tuesday',
    said: [{ by: 'sales', minutesAgo: 3 * HOUR, text: 'Seven stops next time, the two new ones pay on delivery.' }],
    unread: { owner: 1 },
  },
  {
    org: 'northwater',
    name: 'general',
    topic: '',
    said: [{ by: 'owner', minutesAgo: 3 * DAY, text: 'The dock is closed on Friday for the new floor.' }],
  },
  {
    org: 'northwater',
    name: 'Order desk',
    topic: 'Questions about orders that wait',
    said: [
      { by: 'sales', minutesAgo: 8 * HOUR, text: 'Two carts came in over night, both from new shops.' },
      { by: 'owner', minutesAgo: 7 * HOUR, text: 'Check their licenses first, then accept.' },
    ],
  },
  {
    org: 'northwater',
    name: 'Trade shows',
    topic: 'Detroit in spring',
    said: [{ by: 'owner', minutesAgo: 4 * DAY, text: 'Booth 114, same corner as last year.', likedBy: ['sales'] }],
  },
  {
    org: 'harborvine',
    name: 'general',
    topic: '',
    said: [
      { by: 'browser', minutesAgo: DAY, text: 'We are out of pre-rolls in the harbor shop.' },
      { by: 'buyer', minutesAgo: DAY - 30, text: 'Two cases are in the next order, arriving Wednesday.' },
    ],
  },
];

export const TALKS: readonly Talk[] = [...FERNHOLLOW, ...OTHERS];
