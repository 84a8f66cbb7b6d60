import { z } from 'zod';
import { counted } from '../text';

/** What must be settled before a license or company is removed, in singular and plural. */
const BLOCKING = {
  companies: ['company that sells with it', 'companies that sell with it'],
  openPurchases: ['open purchase order', 'open purchase orders'],
  filledCarts: ['cart with items', 'carts with items'],
  openOrders: ['open order', 'open orders'],
  distributorOf: ['company that uses it as a distributor', 'companies that use it as a distributor'],
} as const;

/** What goes with it. */
const GOING = {
  syncs: ['tracking system sync', 'tracking system syncs'],
  packages: ['package, which stops counting as stock', 'packages, which stop counting as stock'],
  trackedProducts: ['product whose stock falls', 'products whose stock falls'],
  harvests: ['harvest that isn’t finished', 'harvests that aren’t finished'],
  trackingWrites: [
    'change not sent to the tracking system yet, which is dropped',
    'changes not sent to the tracking system yet, which are dropped',
  ],
  sharedBrands: ['shared brand, which ends', 'shared brands, which end'],
  buyerCompanies: ['buyer company that buys for it', 'buyer companies that buy for it'],
  products: ['product on the menu', 'products on the menu'],
  customers: ['customer', 'customers'],
  paymentOptions: ['payment option', 'payment options'],
  serviceZones: ['service zone', 'service zones'],
  notifications: ['person it emails', 'people it emails'],
  invites: ['buyer invitation', 'buyer invitations'],
  members: ['person assigned to it', 'people assigned to it'],
} as const;

export type BlockingKind = keyof typeof BLOCKING;
export type GoingKind = keyof typeof GOING;

const keys = <K extends string>(words: Record<K, unknown>) => Object.keys(words) as [K, ...K[]];
const found = <K extends string>(words: Record<K, unknown>) =>
  z.array(z.strictObject({ kind: z.enum(keys(words)), count: z.number().int().positive() }));

/** What depends on a license or company; kinds without any are left out. */
export const Dependents = z.strictObject({
  /** Nothing of these may be left when it is removed. */
  blocking: found(BLOCKING),
  /** Ends or is hidden when it is removed. */
  going: found(GOING),
});
export type Dependents = z.infer<typeof Dependents>;
export type Dependent = Dependents['blocking' | 'going'][number];

/** Dependents from counts by kind, without those of 0. */
export function toDependents(counts: Partial<Record<BlockingKind | GoingKind, number>>): Dependents {
  const of = <K extends BlockingKind | GoingKind>(kinds: readonly K[]) =>
    kinds.map((kind) => ({ kind, count: counts[kind] ?? 0 })).filter(({ count }) => count > 0);
  return { blocking: of(keys<BlockingKind>(BLOCKING)), going: of(keys<GoingKind>(GOING)) };
}

/** Such as "3 open orders". */
export function dependentWords({ kind, count }: Dependent): string {
  const [one, many] = { ...BLOCKING, ...GOING }[kind];
  return counted(count, one, many);
}

/** Why the undo of an import leaves what it added, or null while nothing uses it. */
export function whyInUse({ blocking, going }: Dependents): string | null {
  const using = [...blocking, ...going];
  return using.length === 0 ? null : `It’s in use now, so it stays: ${using.map(dependentWords).join(', ')}.`;
}

/** Why something can't be removed yet, or null. */
export function whyNotRemoved(name: string, { blocking }: Dependents): string | null {
  if (blocking.length === 0) return null;
  return `You can’t remove ${name} yet. First settle: ${blocking.map(dependentWords).join(', ')}.`;
}
