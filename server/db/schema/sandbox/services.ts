import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, id } from '../columns';

/**
 * What the stand-ins of the books and of the wholesale marketplace keep: records with a version and a time of change, by
 * realm: a company's books, or a seller's shop in a state.
 */
export const sandboxEntities = pgTable(
  'sandbox_entities',
  {
    id: id(),
    standIn: text('stand_in').notNull(),
    realm: text('realm').notNull(),
    kind: text('kind').notNull(),
    /** The id they give out. */
    entityId: text('entity_id').notNull(),
    version: integer('version').notNull().default(0),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    isDeleted: boolean('is_deleted').notNull().default(false),
    modifiedAt: at('modified_at').notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_entities_entity').on(t.standIn, t.realm, t.kind, t.entityId),
    index('sandbox_entities_modified').on(t.standIn, t.realm, t.kind, t.modifiedAt, t.id),
  ],
);
