/** A migration's first line: the oldest one whose version of Verdant still runs on the schema after it. */
export const OLDEST = /^-- oldest: (\w+)$/m;

/** The statements of a migration after which the version before may not run: all but those that only add. */
export function narrowing(sql) {
  const statements = sql.split('--> statement-breakpoint').map((one) => one.trim());
  const made = new Set(statements.flatMap((one) => /^create table "(\w+)"/i.exec(one)?.[1] ?? []));
  return statements.filter((one) => one !== '' && !adds(one, made));
}

function adds(statement, made) {
  if (/^create (table|sequence|type|schema|index) /i.test(statement)) return true;
  const table = /^(?:alter table|insert into|create unique index .* on)\s+(?:"public"\.)?"(\w+)"/i.exec(statement)?.[1];
  if (made.has(table)) return true;
  // Rows the version before writes don't name the column.
  const column = /^alter table "\w+" add column (.*)$/i.exec(statement)?.[1];
  return column !== undefined && (!/not null/i.test(column) || /default|generated/i.test(column));
}
