import { getTableName } from 'drizzle-orm';
import { type AnyPgColumn, bigint, foreignKey, primaryKey } from 'drizzle-orm/pg-core';

/*
 * A tenant's table is distributed by organization: its rows are told apart, tied to one another and looked up by
 * `org_id` and their own id. Shared tables (organizations, people, roles, licenses, companies, brands) are copied to
 * every machine and keep an id of their own.
 */

/** The `org_id` of audit entries for what a person does outside any organization. */
export const NO_ORGANIZATION = 0;

type OfTenant = { readonly orgId: AnyPgColumn };
type Row = OfTenant & { readonly id: AnyPgColumn };

/** A row's id in a tenant's table, whose key is `ownKey`. */
export const rowId = () => bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity();

/** The primary key of a tenant's table: the organization and the row's id. */
export const ownKey = (t: Row) => primaryKey({ columns: [t.orgId, t.id] });

/**
 * The primary key of a tenant's table whose rows have no id, or are only read with what they belong to: the organization
 * and what tells its rows apart.
 */
export const keyedBy = (t: OfTenant, ...columns: AnyPgColumn[]) => primaryKey({ columns: [t.orgId, ...columns] });

/** A column holds the id of a row of the same organization. */
export const within = (t: OfTenant, column: AnyPgColumn, of: Row) =>
  foreignKey({
    name: `${getTableName(column.table)}_${column.name}_fk`,
    columns: [t.orgId, column],
    foreignColumns: [of.orgId, of.id],
  });
