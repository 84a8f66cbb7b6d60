import type { Config } from '../config';
import type { Database } from '../db/client';

/** A command of whoever runs the installation; returns what it says. Raises StartError with one line when refused. */
export type Command = (tools: { readonly db: Database['db']; readonly config: Config }) => Promise<string[]>;
