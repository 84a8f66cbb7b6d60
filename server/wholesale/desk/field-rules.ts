import { badInput, notFound } from '../../../domain/errors';
import type { FieldRule, wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { isChoosable, OWNED_FIELDS, type OwnedField, ownersOf } from '../../../domain/wholesale/owners';
import { WHOLESALE_KINDS } from '../../../domain/wholesale/vocabulary';
import type { Verb } from '../../implement';
import { findSync } from '../shop';
import { readRules } from './read-rules';
import { saveRule } from './settle-conflicts';

/** Who decides each field. NOT_FOUND. */
export const listRules: Verb<typeof wholesaleDesk.rules> = async ({ db, membership }, { params }) => {
  if ((await findSync(db, membership.orgId, params.id)) === undefined) throw notFound('Connection');
  const rules = await readRules(db, membership.orgId, params.id);
  return WHOLESALE_KINDS.flatMap((kind) => {
    const owners = ownersOf(kind, rules);
    return Object.entries<OwnedField>(OWNED_FIELDS[kind]).map(
      ([field, { label, owner: usual, fixed }]): FieldRule => ({
        kind,
        field,
        label,
        owner: owners[field] ?? usual,
        usual,
        fixed: fixed ?? null,
      }),
    );
  });
};

/** Chooses who decides a field; its open conflicts are settled so. NOT_FOUND, BAD_INPUT. */
export const setRule: Verb<typeof wholesaleDesk.setRule> = async (ctx, { params, body }) => {
  if ((await findSync(ctx.db, ctx.membership.orgId, params.id)) === undefined) throw notFound('Connection');
  if (!isChoosable(body.kind, body.field)) throw badInput({ field: 'Nobody can choose who decides this field' });
  await saveRule(ctx, params.id, body.kind, body.field, body.owner);
  return listRules(ctx, { params });
};
