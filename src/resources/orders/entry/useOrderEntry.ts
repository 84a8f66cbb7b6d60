import { useCallback, useMemo, useRef, useState } from 'react';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import type { LineProduct, OrderMessage, OrderSaved } from '../../../../domain/orders/entry/draft';
import { judgeLines as judgeOnce, lineJudge, type StandingLine } from '../../../../domain/orders/entry/judge';
import { judgedTotals } from '../../../../domain/orders/entry/judged';
import { withHeld } from '../../../../domain/orders/entry/needs';
import { mergeLines } from '../../../../domain/orders/merge/merge-lines';
import type { Order } from '../../../../domain/orders/order';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { messageOf } from '../../../providers/call/call-errors';
import { type CallResult, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceCreate, useResourceUpdate } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { BLANK, discountOf, draftOf, type EntryLine, type EntryValues, lineOf, valuesOf } from './entry-values';
import { mayOverride } from './override';
import { orderEntries } from './resource';

const NOT_SAVED = { ok: false, error: new DOMException('Not saved', 'AbortError') } as const;

type Saved = Extract<OrderSaved, { saveSuccessful: true }>;
type Options = { order: Order | null; onSaved: (order: Saved) => unknown; refresh: () => unknown };

/** An order's form with its lines judged as they are typed, and what the platform says of them once it refuses. */
export function useOrderEntry({ order, onSaved, refresh }: Options) {
  const { scope } = useSession();
  const companyId = order?.sellerCompany.companyId ?? scope?.sellerCompanyId ?? 0;
  const orgId = order?.sellerOrgId ?? scope?.orgId ?? 0;
  const [refusals, setRefusals] = useState<readonly OrderMessage[]>([]);
  const [stopped, setStopped] = useState<string | null>(null);
  const override = useRef<{ overrideReason?: string }>({});
  const create = useResourceCreate(orderEntries, { showsErrors: true });
  const update = useResourceUpdate(orderEntries, { showsErrors: true });
  const values = useMemo(() => (order ? valuesOf(order) : BLANK), [order]);
  const send = async (body: unknown, idempotencyKey: string): Promise<CallResult<Saved>> => {
    const result = order
      ? await update.run(order.id, { ...(body as object), ...override.current } as never)
      : await create.run(body as never, { idempotencyKey });
    if (!result.ok && order && mayOverride(result.error)) {
      setStopped(messageOf(result.error));
      return NOT_SAVED;
    }
    if (!result.ok) return result;
    const reply = result.value as OrderSaved;
    if (reply.saveSuccessful) return { ok: true, value: reply };
    setRefusals(reply.errorMessages);
    return NOT_SAVED;
  };
  const form = useActionForm<EntryValues, Saved>(send, {
    values,
    version: order?.version,
    schema: order ? calls.update.body : calls.create.body,
    draft: `orders/${order?.id ?? `new-${companyId}`}`,
    mergers: { lineItems: mergeLines },
    refresh,
    onSaved,
    body: (typed, { version }) => ({
      ...draftOf(typed),
      ...(order ? { version } : { orgId, companyId }),
      expectedTotal: totalOf(typed),
    }),
  });
  const typed = form.rhf.watch();
  const { products, learn, isLoading, error, refetch } = useEntryProducts(
    { orgId, companyId, customerId: typed.customerId },
    typed.lineItems,
  );
  const standing = useMemo(
    () => new Map((order?.lineItems ?? []).map((line) => [line.id, line as StandingLine] as const)),
    [order],
  );
  const sold = useMemo(
    () => withHeld(products.values(), order?.status ?? 'DRAFT', order?.lineItems ?? []),
    [products, order],
  );
  const [judgeLines] = useState(lineJudge);
  const status = order?.status ?? 'DRAFT';
  const basisOf = (now: EntryValues) => ({
    productOf: (id: number) => sold.get(id),
    standing,
    status,
    isNewCustomer: order !== null && now.customerId !== order.customer.id,
  });
  const judge = (now: EntryValues) => judgeLines(draftOf(now).lineItems, basisOf(now));
  const totalOf = (now: EntryValues) => judgedTotals(judge(now), discountOf(now))?.totalUsd;
  const judged = judge(typed);
  return {
    form,
    typed,
    orgId,
    companyId,
    products,
    learn,
    isLoading,
    error,
    refetch,
    judged,
    totals: judgedTotals(judged, discountOf(typed)),
    /** How lines would be judged if they were added now. */
    judgeAdded: (added: readonly { product: LineProduct; quantity: string }[]) => {
      const found = withHeld(
        added.map(({ product }) => product),
        status,
        order?.lineItems ?? [],
      );
      const lines = added.map(({ product, quantity }) => lineOf(product, quantity));
      const drafts = draftOf({ ...typed, lineItems: [...typed.lineItems, ...lines] }).lineItems;
      const productOf = (id: number) => sold.get(id) ?? found.get(id);
      return judgeOnce(drafts, { ...basisOf(typed), productOf }).slice(typed.lineItems.length);
    },
    refusals,
    dismiss: () => setRefusals([]),
    /** Why the customer's credit stops the change, as long as this person may say why it goes on. */
    stopped,
    leave: () => setStopped(null),
    saveAnyway: async (overrideReason: string) => {
      override.current = { overrideReason };
      await form.submit();
      override.current = {};
    },
  };
}

export type OrderEntry = ReturnType<typeof useOrderEntry>;

type Asked = { orgId: number; companyId: number; customerId: number | null };

/**
 * The products of the lines, at the customer's prices and with what is available; read again when stock, prices or
 * orders change. Products just found are known at once.
 */
function useEntryProducts(asked: Asked, lines: readonly EntryLine[]) {
  const [found, setFound] = useState<{ of: number | null; products: ReadonlyMap<number, LineProduct> }>({
    of: null,
    products: new Map(),
  });
  const productIds = [...new Set(lines.map(({ productId }) => productId))].sort((a, b) => a - b);
  const body = { ...asked, productIds };
  const { data, error, refetch } = useCallQuery(
    calls.lineProducts,
    { body },
    {
      enabled: productIds.length > 0,
      keepsPrevious: true,
      topics: ['catalogue', 'orders'],
      keyedBy: JSON.stringify(body),
    },
  );
  const products = useMemo(() => {
    const known = new Map(found.of === asked.customerId ? found.products : []);
    for (const product of data?.results ?? []) known.set(product.id, product);
    return known;
  }, [found, data, asked.customerId]);
  const learn = useCallback(
    (added: readonly LineProduct[]) =>
      setFound((before) => {
        const kept = before.of === asked.customerId ? before.products : [];
        return {
          of: asked.customerId,
          products: new Map([...kept, ...added.map((product) => [product.id, product] as const)]),
        };
      }),
    [asked.customerId],
  );
  const missing = productIds.some((id) => !products.has(id));
  return { products, learn, isLoading: missing && data === undefined && !error, error, refetch };
}
