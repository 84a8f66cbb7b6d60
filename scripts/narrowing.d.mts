/** A migration's first line: the oldest one whose version of Verdant still runs on the schema after it. */
export const OLDEST: RegExp;
/** The statements of a migration after which the version before may not run: all but those that only add. */
export function narrowing(sql: string): string[];
