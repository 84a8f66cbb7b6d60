import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size lets expect, so that none of them is left to one worker at the end. */
const LONGEST = [
  'server/integrations/tracking-month',
  'server/start/backup',
  'server/start/launch',
  'server/start/crash',
  'server/contract/contract-walk',
  'server/integrations/tracking-sync',
  'server/seed/start',
  'server/start/tracing',
  'server/start/killed',
  'server/files/store-mark',
  'server/identity/outside-issuer',
  'server/contract/contract',
  'server/carts/checkout/checkout-race',
  'server/integrations/wholesale',
  'server/db/frozen-database',
  'e2e/chat/chat',
  'e2e/app/screens',
  'e2e/app/screens-of-others',
  'e2e/app/first-visit',
].map((name) => `/tests/${name}.test.ts`);

/** Runs the longest files of a group first; without a record of earlier runs, others come by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.sort((a, b) => group(a) - group(b) || placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONGEST.length : place;
}
