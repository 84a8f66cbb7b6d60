import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { world } from '../support/app';
import { refusal } from '../support/platform';

/** Expects the page to have asked nothing for a report the plan lacks, and to offer plans when it is wanted. */
export async function expectPlanOffered(report: Endpoint, slug: string): Promise<void> {
  await expect.element(page.getByText('You can’t see this report')).toBeVisible();
  expect(world.net.count(report.path)).toBe(0);
  world.net.on(report, () =>
    refusal(402, 'UPGRADE_REQUIRED', 'This report needs a bigger plan.', { reason: { kind: 'plan', slug } }),
  );
  await page.getByRole('button', { name: 'Upgrade' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Upgrade Required' })).toBeVisible();
}
