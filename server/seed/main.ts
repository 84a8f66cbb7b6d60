import { readArguments, type SeedArguments, USAGE, UsageError } from './arguments';

/** Checks the arguments before loading everything the seed needs. */
async function seed(given: SeedArguments): Promise<void> {
  const { reportFailure: sayFailure, seedDatabase } = await import('./seed-database');
  await seedDatabase(given).catch((error) => stop(sayFailure(error)));
}

function stop(reason: unknown): never {
  console.error(reason);
  process.exit(1);
}

function given(): SeedArguments {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    return stop(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error);
  }
}

await seed(given());
