import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const { visit } = openStage();

it('a buyer chooses which emails about orders they get, and who doesn’t buy isn’t asked', async () => {
  const buyer = await visit('buyer@harborvine.example', '/profile/settings');
  const section = buyer.getByRole('region', { name: 'Emails about orders' });
  const shipped = section.getByRole('checkbox', { name: 'Shipped' });
  await shipped.waitFor();
  expect(await shipped.isChecked()).toBe(true);
  expect(await axeFindings(buyer)).toEqual([]);
  await section.getByRole('checkbox', { name: 'Changed' }).uncheck();
  await section.getByLabel('Which orders').selectOption({ label: 'All orders I can see' });
  await section.getByRole('button', { name: 'Save emails' }).click();
  await buyer.getByText('Email settings saved.').waitFor();
  await buyer.reload();
  await expect.poll(() => section.getByRole('checkbox', { name: 'Changed' }).isChecked()).toBe(false);
  await expect.poll(() => section.getByLabel('Which orders').inputValue()).toBe('ALL');
  for (const width of [360, 1440]) {
    await buyer.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(buyer)).toBe(false);
  }

  const warehouse = await visit('warehouse@fernhollow.example', '/profile/settings');
  await warehouse.getByRole('region', { name: 'Your name' }).waitFor();
  expect(await warehouse.getByRole('region', { name: 'Emails about orders' }).count()).toBe(0);
});
