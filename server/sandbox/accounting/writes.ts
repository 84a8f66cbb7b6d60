import { createHash } from 'node:crypto';
import type { Db } from '../../db/client';
import { ChangedFirst, createPayment, type Scene, voidInvoice, voidPayment, writeInvoice } from './documents';
import type { Fault } from './faults';
import { writeNamed } from './names';
import { Refusal, refusals } from './refusal';
import { add, alone, change, companyOf, type Data, type Entity, find, type Kind, shown } from './store';

export type Write = { kind: Kind; operation: string; requestId: string | null; body: Data };

/**
 * Does a write once: the same request id is answered as the first time, and nothing is done twice. Raises Refusal, which
 * is not remembered.
 */
export async function write(
  db: Db,
  realm: string,
  faults: ReadonlySet<Fault>,
  { kind, operation, requestId, body }: Write,
): Promise<Data> {
  try {
    return await alone(db, realm, async (tx) => {
      const key = requestId === null ? null : createHash('sha256').update(requestId).digest('hex');
      const before = key === null ? undefined : await find(tx, realm, 'Request', key);
      if (before) return before.data;
      const company = await companyOf(tx, realm);
      if (!company) throw refusals.gone(realm);
      const entity = await perform({ tx, realm, company, faults }, kind, operation, body);
      const answer = { [kind]: shown(entity) };
      if (key !== null) await add(tx, realm, 'Request', key, answer);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof ChangedFirst)) throw error;
    const { entity } = error;
    await alone(db, realm, (tx) => change(tx, entity, { ...entity.data, changedFirst: entity.version + 1 }));
    throw refusals.stale();
  }
}

async function perform(scene: Scene, kind: Kind, operation: string, body: Data): Promise<Entity> {
  if (kind === 'Invoice') return operation === 'void' ? voidInvoice(scene, body) : writeInvoice(scene, body);
  if (kind === 'Payment') {
    if (operation === 'void') return voidPayment(scene, body);
    if (body.Id !== undefined) throw refusals.business('Void it and add another.');
    return createPayment(scene, body);
  }
  if (kind === 'Customer' || kind === 'Item') return writeNamed(scene, kind, body);
  throw new Refusal('2170', 'Invalid Enumeration', `Invalid Enumeration : ${kind}`);
}
