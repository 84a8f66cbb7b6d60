import { and, eq, sql } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { sentTodoText, TODO_TEXTS } from '../../../domain/intakes/todo';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { intakeTodos, licenses, transfers } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import { peopleAt } from './at-license';
import { byId, type CustomOf, type CustomShown, type CustomTold, nothing, said } from './type';

type OfIntakes = 'INTAKE_TODO' | 'SENT_TODO';
type Sent = CustomOf<'SENT_TODO'>;

/** Whether a to-do is still what is left to do. */
const isTold = async (db: Db, orgId: number, { transferId, todo }: { transferId: number; todo: string }) =>
  (await db.$count(
    intakeTodos,
    and(eq(intakeTodos.orgId, orgId), eq(intakeTodos.transferId, transferId), eq(intakeTodos.told, todo)),
  )) > 0;

export const intakesTold: CustomTold<OfIntakes> = {
  INTAKE_TODO: {
    async people(db, { transferId }, orgId) {
      const own = and(eq(transfers.orgId, orgId), eq(transfers.id, transferId));
      const [found] = await db.select({ licenseId: transfers.licenseId }).from(transfers).where(own);
      return found ? peopleAt(db, { orgId, licenseId: found.licenseId }, 'write', 'INTAKES') : [];
    },
    isOpen: (db, payload, orgId) => isTold(db, orgId, payload),
  },
  SENT_TODO: {
    people: (db, { licenseId }, orgId) => peopleAt(db, { orgId, licenseId }, 'read', 'INVENTORY'),
    isOpen: (db, payload) => isTold(db, payload.toOrgId, payload),
  },
};

export const intakesShown: CustomShown<OfIntakes> = {
  async INTAKE_TODO({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null || !isAllowed(membership, 'read', 'INTAKES')) return nothing;
    const ids = [...new Set(payloads.map(({ transferId }) => transferId))];
    const seen = sql`(select ${licenses.id} from ${licenses} where ${visibleLicenses(membership)})`;
    const found = byId(
      await db
        .select()
        .from(transfers)
        .where(and(eq(transfers.orgId, orgId), isOneOf(transfers.id, ids), sql`${transfers.licenseId} in ${seen}`)),
    );
    return ({ transferId, todo }) => {
      const one = found.get(transferId);
      if (one === undefined) return null;
      const route = `/fulfillment/intakes/${one.id}?licenseId=${one.licenseId}`;
      return said(`Manifest ${one.manifestNumber} from ${one.shipperName}`, TODO_TEXTS[todo], '', route);
    };
  },

  async SENT_TODO({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null || !isAllowed(membership, 'read', 'INVENTORY')) return nothing;
    const seen = await db.select({ id: licenses.id }).from(licenses).where(visibleLicenses(membership));
    const licenseIds = new Set(seen.map(({ id }) => id));
    const open = payloads.filter(({ licenseId }) => licenseIds.has(licenseId));
    const theirs = await findTheirs(db, open);
    return (payload) => {
      const one = licenseIds.has(payload.licenseId) ? theirs.get(keyOf(payload)) : undefined;
      if (one === undefined) return null;
      const { sentId, todo } = payload;
      const { manifestNumber, recipient } = one;
      const route = sentId === null ? null : `/inventory?selectedTransfers=${sentId}&includeInactive=true`;
      return said(`Manifest ${manifestNumber} to ${recipient}`, sentTodoText(todo, recipient), '', route);
    };
  },
};

const keyOf = ({ toOrgId, transferId }: Pick<Sent, 'toOrgId' | 'transferId'>) => `${toOrgId} ${transferId}`;

/** The transfers that were sent, as their receivers have them. */
async function findTheirs(db: Db, payloads: readonly Sent[]) {
  const found = new Map<string, { manifestNumber: string; recipient: string }>();
  for (const [toOrgId, of] of Map.groupBy(payloads, (one) => one.toOrgId)) {
    const rows = await db
      .select({ id: transfers.id, manifestNumber: transfers.manifestNumber, recipient: licenses.name })
      .from(transfers)
      .innerJoin(licenses, eq(licenses.id, transfers.licenseId))
      .where(
        and(
          eq(transfers.orgId, toOrgId),
          isOneOf(
            transfers.id,
            of.map(({ transferId }) => transferId),
          ),
        ),
      );
    for (const row of rows) found.set(keyOf({ toOrgId, transferId: row.id }), row);
  }
  return found;
}
