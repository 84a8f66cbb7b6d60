import { daysBefore, nextId, type World } from '../world';

const FIRST_DAYS = 30;
/** Brands nobody has claimed yet. */
const UNCLAIMED = [
  { name: 'Fog Harbor', slug: 'fog-harbor', tagline: 'Small-batch rosin', states: ['CA'] },
  { name: 'Copper Canyon', slug: 'copper-canyon', tagline: 'Desert-grown flower', states: ['AZ', 'NM'] },
] as const;

/** A brand about which nothing was written. */
const PLAIN = {
  description: '',
  profileImageUri: null,
  coverImageUri: null,
  featured: false,
  disabled: false,
  source: 'VERDANT',
  keyPeople: [],
  locations: [],
};

/** What admins keep about brands: locations, brands of the wholesale marketplace, suggestions and invites. */
export function addBrandRecords({ now, rows }: World): void {
  for (const brand of rows.brands) {
    const places = rows.companyAddresses.filter(
      ({ orgId, displayOrder }) => orgId === brand.orgId && displayOrder === 0,
    );
    brand.locations = places.map(({ name, phone = '', lineOne, city, usState, postalCode }, index) => ({
      id: index + 1,
      name,
      phone,
      lineOne,
      city,
      usState,
      postalCode,
    }));
  }
  const [organization, other] = rows.organizations;
  const sender = rows.orgUsers.find(({ orgId }) => orgId === organization?.id);
  const otherSender = rows.orgUsers.find(({ orgId }) => orgId === other?.id);
  if (!organization?.id || !sender?.userId || !other?.id || !otherSender?.userId) throw new Error('there is no seller');
  const orgId = organization.id;
  const created = { createdAt: daysBefore(now, FIRST_DAYS), updatedAt: daysBefore(now, FIRST_DAYS) };
  const ridge = {
    id: nextId(rows.brands),
    orgId,
    name: 'Ridge & Valley',
    slug: 'ridge-valley',
    tagline: 'Sold on the wholesale marketplace only',
    states: ['CA'],
    source: 'WHOLESALE_MARKETPLACE',
    disabled: true,
  };
  rows.brands.push({ ...PLAIN, ...ridge, ...created });
  for (const { states, ...brand } of UNCLAIMED) {
    rows.brands.push({ ...PLAIN, id: nextId(rows.brands), orgId: null, ...brand, states: [...states], ...created });
  }
  const suggested = { autoClaim: true, suggestedStates: ['CA'], createdAt: daysBefore(now, 3) };
  rows.brandSuggestions.push(
    { id: 1, orgId, suggestedByUserId: sender.userId, suggestedName: 'Mist & Cedar', ...suggested },
    { id: 2, orgId: other.id, suggestedByUserId: otherSender.userId, suggestedName: 'Pelican Point', ...suggested },
  );
  for (const [index, invitedEmail] of ['hello@ridgevalley.example', 'brands@copperline.example'].entries()) {
    const sentAt = daysBefore(now, 4 + index * 40);
    rows.brandInvites.push({
      id: nextId(rows.brandInvites),
      orgId,
      brandId: ridge.id,
      inviteCode: `5b1f0c2e-7d3a-4f5b-9c11-00000000000${index}`,
      invitedEmail,
      message: 'You make it, so you should run it here.',
      invitedByUserId: sender.userId,
      sentAt,
      expiresAt: daysBefore(sentAt, -30),
      createdAt: sentAt,
    });
  }
}
