import { expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways, tabTo } from '../../support/browser';
import { openStage } from '../../support/stage';

const { visit } = openStage();

it('somebody switches a kind of email off and keeps their nights quiet, and finds it so', async () => {
  const page = await visit('owner@fernhollow.example', '/profile/settings');
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  const email = section.getByRole('checkbox', { name: 'Mentions of me: email' });
  const inVerdant = section.getByRole('checkbox', { name: 'Mentions of me: in Verdant' });
  await email.waitFor();
  expect([await email.isChecked(), await inVerdant.isChecked()]).toEqual([true, true]);
  await inVerdant.focus();
  await page.keyboard.press('Tab');
  await hasFocus(email);
  await page.keyboard.press('Space');

  await section.getByRole('checkbox', { name: 'No email between' }).check();
  await section.getByLabel(/^Start/).fill('21:30');
  await section.getByLabel(/^End/).fill('21:30');
  const save = section.getByRole('button', { name: 'Save', exact: true });
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await section.getByRole('alert').getByText('Must differ from the start').waitFor();
  await hasFocus(section.getByLabel(/^End/));
  expect(await axeFindings(page)).toEqual([]);
  await section.getByLabel(/^End/).fill('06:00');
  await save.click();
  await page.getByText('Notification settings updated successfully').waitFor();
  await save.waitFor({ state: 'detached' });

  await page.reload();
  await email.waitFor();
  expect([await email.isChecked(), await inVerdant.isChecked()]).toEqual([false, true]);
  expect(await section.getByLabel(/^Start/).inputValue()).toBe('21:30');
  expect(await section.getByLabel(/^End/).inputValue()).toBe('06:00');
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
  }
});
