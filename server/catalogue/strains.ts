import { and, asc, eq, sql } from 'drizzle-orm';
import type { strains as contract, Strain } from '../../domain/catalogue/lines-contract';
import { badInput } from '../../domain/errors';
import { beginsWith, contains } from '../db/page';
import { strains } from '../db/schema';
import type { Verb } from '../implement';

const columns = { id: strains.id, name: strains.name, strainClassification: strains.strainClassification };

/** The organization's strains by name; those that begin with the text come first. */
export const searchStrains: Verb<typeof contract.search> = async (ctx, { body }) => {
  const { searchTerm, page, itemsPerPage } = body;
  const where = and(
    eq(strains.orgId, ctx.membership.orgId),
    searchTerm === '' ? undefined : contains(strains.name, searchTerm),
  );
  const results = await ctx.db
    .select(columns)
    .from(strains)
    .where(where)
    .orderBy(sql`not ${beginsWith(strains.name, searchTerm)}`, asc(sql`lower(${strains.name})`), asc(strains.id))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const [counted] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(strains).where(where);
  return { results: results as Strain[], resultCount: counted?.count ?? 0, page };
};

/** Adds a strain. BAD_INPUT for a name that is taken, whatever its case. */
export const createStrain: Verb<typeof contract.create> = async (ctx, { body }) => {
  const [made] = await ctx.db.insert(strains).values(body).onConflictDoNothing().returning(columns);
  if (!made) throw badInput({ name: `There is a strain called ${body.name} already` });
  await ctx.audit({ id: made.id, before: null, after: made });
  await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [body.orgId] });
  return made as Strain;
};
