import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Card } from '../../../domain/cards/card';
import { cards } from '../../../domain/cards/contract';
import { type CardKind, type CardRef, MOST_CARDS_READ, refText } from '../../../domain/cards/refs';
import type { LiveTopic } from '../../../domain/live/events';
import { call } from '../../providers/call';
import { callKey } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';

/** What makes a card of each kind old. */
const TOPICS: Record<CardKind, readonly LiveTopic[]> = {
  order: ['orders'],
  deal: ['deals', 'catalogue'],
  package: ['packages'],
  intake: ['intakes'],
  product: ['products', 'catalogue'],
};

/** Cards that come into view within this time are asked for together. */
const GATHER_MS = 10;

type Reader = { orgId: number; buyerLicenseId: number | undefined };
type Asked = { ref: string; resolve: (card: Card | null) => void; reject: (error: unknown) => void };
const gathering = new Map<string, Asked[]>();

function askFor(reader: Reader, ref: string): Promise<Card | null> {
  return new Promise((resolve, reject) => {
    const asked = { ref, resolve, reject };
    const key = JSON.stringify(reader);
    const together = gathering.get(key);
    if (together) return void together.push(asked);
    const all = [asked];
    gathering.set(key, all);
    setTimeout(() => {
      gathering.delete(key);
      for (let from = 0; from < all.length; from += MOST_CARDS_READ) {
        void read(reader, all.slice(from, from + MOST_CARDS_READ));
      }
    }, GATHER_MS);
  });
}

async function read({ orgId, buyerLicenseId }: Reader, asked: readonly Asked[]): Promise<void> {
  try {
    const refs = [...new Set(asked.map(({ ref }) => ref))].join(',');
    const found = await call(cards.read, { params: { orgId }, query: { refs, buyerLicenseId } });
    const known = new Map(found.map((card) => [refText(card), card]));
    for (const { ref, resolve } of asked) resolve(known.get(ref) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/** A record as the reader may see it, kept current; null if it isn't theirs to see, or isn't there. */
export function useCard(of: CardRef): UseQueryResult<Card | null, Error> {
  const { scope, buyerLicense } = useSession();
  const reader = { orgId: scope?.orgId ?? 0, buyerLicenseId: buyerLicense?.id };
  const ref = refText(of);
  return useQuery<Card | null, Error>({
    queryKey: callKey(cards.read, { ...reader, ref }),
    queryFn: () => askFor(reader, ref),
    meta: { topics: TOPICS[of.kind] },
  });
}
