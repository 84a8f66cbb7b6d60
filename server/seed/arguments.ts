import { parseArgs } from 'node:util';

/** The demo's default number of orders. */
export const DEFAULT_ORDERS = 3000;

/** The command's usage. */
export const USAGE = `Usage: npm run seed -- [--orders N] [--reset[=DATABASE]]

  --orders N          how many orders over two years, from 0 to 10000000 (default ${DEFAULT_ORDERS})
  --reset[=DATABASE]  first delete every organization, person and order of the demo in the database of that name`;

const MOST_ORDERS = 10_000_000;

/** Invalid command line arguments. */
export class UsageError extends Error {}

export type SeedArguments = {
  orders: number;
  /** The name of the database to empty first, blank if it is to be asked for. */
  reset: string | undefined;
};

/** Raises UsageError for invalid arguments. */
export function readArguments(args: string[]): SeedArguments {
  try {
    const named = args.map((one) => (one === '--reset' ? '--reset=' : one));
    const { values } = parseArgs({ args: named, options: { orders: { type: 'string' }, reset: { type: 'string' } } });
    const orders = values.orders ?? String(DEFAULT_ORDERS);
    if (!/^\d+$/.test(orders) || Number(orders) > MOST_ORDERS) {
      throw new UsageError(`--orders ${orders} is not a whole number from 0 to ${MOST_ORDERS}.`);
    }
    return { orders: Number(orders), reset: values.reset };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
