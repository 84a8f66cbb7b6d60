import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sandboxEntities } from '../../db/schema';
import { known, parse, type Scene } from './documents';
import { refusals } from './refusal';
import { change, create, type Data, type Entity, find, isOf } from './store';

const MOST_NAME = 100;
const UNTAKEN = { Customer: /[:\t\n"]/, Item: /[:\t\n"]/ } as const;

type Named = 'Customer' | 'Item';
const NAME = { Customer: 'DisplayName', Item: 'Name' } as const;

const Customer = z.object({
  DisplayName: z.string().min(1),
  Notes: z.string().max(2_000).optional(),
  PrimaryEmailAddr: z.object({ Address: z.string() }).nullish(),
});
const Item = z.object({
  Name: z.string().min(1),
  Sku: z.string().max(100).optional(),
  Type: z.enum(['Service', 'NonInventory', 'Inventory']).default('NonInventory'),
  IncomeAccountRef: z.object({ value: z.string() }),
  ExpenseAccountRef: z.object({ value: z.string() }).optional(),
});

async function assertName({ tx, realm }: Scene, kind: Named, name: string, own?: Entity): Promise<void> {
  if (UNTAKEN[kind].test(name)) throw refusals.badText(NAME[kind]);
  if (name.length > MOST_NAME) throw refusals.tooLong(NAME[kind], MOST_NAME);
  const taken = await tx
    .select({ id: sandboxEntities.id })
    .from(sandboxEntities)
    .where(
      and(
        isOf(realm, kind, eq(sandboxEntities.isDeleted, false)),
        sql`lower(${sandboxEntities.data} ->> ${NAME[kind]}::text) = lower(${name}::text)`,
      ),
    );
  if (taken.some(({ id }) => id !== own?.id)) throw refusals.duplicateName(name);
}

/** Adds a customer or an item, or changes what is given of one (`sparse`). */
export async function writeNamed(scene: Scene, kind: Named, body: Data): Promise<Entity> {
  const { tx, realm } = scene;
  if (body.Id !== undefined) {
    const own = await known(scene, kind, body);
    const name = body[NAME[kind]];
    if (typeof name === 'string') await assertName(scene, kind, name, own);
    const { Id: _id, SyncToken: _token, sparse, MetaData: _meta, domain: _domain, ...values } = body;
    if (sparse !== true) throw refusals.business('Send a sparse update.');
    return change(tx, own, { ...own.data, ...values });
  }
  if (kind === 'Customer') {
    const given = parse(Customer, body);
    await assertName(scene, kind, given.DisplayName);
    return create(tx, realm, kind, { Active: true, Balance: 0, ...given });
  }
  const given = parse(Item, body);
  await assertName(scene, kind, given.Name);
  for (const ref of [given.IncomeAccountRef, given.ExpenseAccountRef]) {
    if (ref && !(await find(tx, realm, 'Account', ref.value))) throw refusals.unknown('IncomeAccountRef', ref.value);
  }
  return create(tx, realm, kind, { Active: true, ...given });
}
