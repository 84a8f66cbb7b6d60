import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DomainError, notFound } from '../../../domain/errors';
import type { DocumentKind } from '../../../domain/orders/documents/document-kinds';
import type { Done, Outcomes, Subject } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import { lockEach } from '../find-order';
import { loadPlainOrders, type PlainOrder } from '../read-orders';
import { documentOf, setPrinted } from './print-documents';
import { completed } from './read-documents';

/** Reads sales orders that will be drawn together. Those the caller doesn't see are NOT_FOUND. */
export async function readEach(ctx: Ctx, subjects: readonly Subject[]): Promise<Outcomes> {
  const ids = subjects.map(({ id }) => id);
  const found = new Map((await loadPlainOrders(ctx.db, ctx.membership, ids)).map((order) => [order.id, order]));
  return new Map(
    ids.map((id): [number, Done | DomainError] => {
      const order = found.get(id);
      return [id, order === undefined ? notFound('Order') : { kept: order }];
    }),
  );
}

/** A document of orders as they were read, and marks those as printed that the caller may change. */
export async function drawRead(ctx: Ctx, subjects: readonly Subject[], { kind }: { kind: DocumentKind }) {
  const read = subjects.map(({ kept }) => kept as PlainOrder);
  const { name, text } = await documentOf(ctx, kind, await completed(ctx, read));
  const content = await buffer(Readable.from(text, { objectMode: false }));
  const locked = await lockEach(
    ctx,
    subjects.map(({ id }) => id),
  );
  const editable = [...locked.values()].flatMap((one) => (one instanceof DomainError ? [] : one));
  await setPrinted(ctx, editable, true);
  return { name, content };
}
