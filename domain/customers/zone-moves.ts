import { type AreaPreview, MOST_PREVIEWED } from './zone-contract';

/** A customer where it is, with its zone. */
export type Located = {
  id: number;
  name: string;
  postalCode: string | null;
  serviceZoneId: number | null;
  byHand: boolean;
};

export type Move = { customer: Located; to: number | null };
type FindZone = (postalCode: string | null) => number | null;

/** The customers that follow their addresses and are in another zone than these give them. */
export function zoneMoves(located: readonly Located[], find: FindZone): Move[] {
  return located
    .filter(({ byHand }) => !byHand)
    .map((customer) => ({ customer, to: find(customer.postalCode) }))
    .filter(({ customer, to }) => customer.serviceZoneId !== to);
}

/** How many customers in a zone's area stay in another zone, because people chose it. */
export function keptByHand(located: readonly Located[], find: FindZone, zoneId: number): number {
  return located.filter(
    ({ byHand, serviceZoneId, postalCode }) => byHand && serviceZoneId !== zoneId && find(postalCode) === zoneId,
  ).length;
}

/** What people read before an area is saved. */
export function previewMoves(
  moves: readonly Move[],
  zones: readonly { id: number; name: string }[],
): Omit<AreaPreview, 'keptByHand'> {
  const named = (id: number | null) => {
    const zone = zones.find((one) => one.id === id);
    return zone ? { id: zone.id, name: zone.name } : null;
  };
  const said = moves.map(({ customer: { id, name, serviceZoneId }, to }) => ({
    ...{ id, name },
    from: named(serviceZoneId),
    to: named(to),
  }));
  const groups = new Map<string, AreaPreview['groups'][number]>();
  for (const { from, to } of said) {
    const key = `${from?.id} ${to?.id}`;
    groups.set(key, { from, to, customerCount: (groups.get(key)?.customerCount ?? 0) + 1 });
  }
  return {
    moveCount: said.length,
    groups: [...groups.values()].sort((a, b) => b.customerCount - a.customerCount),
    moves: said.slice(0, MOST_PREVIEWED),
  };
}
