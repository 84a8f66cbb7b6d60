// npm run check: lints the API document with a linter's recommended rules; any finding fails.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi } from '../server/http/openapi';

/** Paths fixed by the platform's documents, although `/x/{id}/y` and `/x/z/{code}` are ambiguous. */
const FIXED_PATHS = [
  '/brands/by-slug/{slug}',
  '/orgs/accept-invitation/{inviteCode}',
  '/inventory-items/assignment-rules/{ruleId}',
  '/licenses/{licenseId}/intakes/find/{label}',
];

const source = JSON.stringify(describeApi({ publicUrl: 'https://verdant.example' }));
const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
for (const { ruleId, message, location } of problems) {
  if (ruleId === 'no-ambiguous-paths' && FIXED_PATHS.some((path) => message.includes(`\`${path}\``))) continue;
  console.log(`${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  process.exitCode = 1;
}
