import type { Config } from '../config';
import type { Database } from '../db/client';
import type { Log } from '../log';

/** A command of whoever runs the installation; returns what it says. Raises StartError with one line when refused. */
export type Command = (tools: OperatorTools) => Promise<string[]>;

export type OperatorTools = {
  readonly db: Database['db'];
  /** The address of the same database. */
  readonly url: string;
  readonly config: Config;
  readonly log: Log;
};
