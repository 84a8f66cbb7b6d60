import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notifications as calls } from '../../../domain/notifications/contract';
import {
  type NoticeChoices,
  type NoticeSettings,
  NoticeSettingsEdit,
  settingsOf,
} from '../../../domain/notifications/settings';
import { session } from '../../../domain/session/contract';
import { profile } from '../../../src/profile';
import { both, openAt, seller, user, world } from '../support/app';
import { lost, refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import { noInvites } from './no-invites';
import '../../../src/ui/theme';

const section = () => page.getByRole('region', { name: 'Notifications', exact: true });
const box = (name: string) => section().getByRole('checkbox', { name, exact: true });
const save = () => section().getByRole('button', { name: 'Save', exact: true });
const written = () => world.net.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);

/** Settings as the platform keeps them, with these of somebody's. */
function settingsAs(given: Partial<NoticeSettings> & { choices?: NoticeChoices } = {}) {
  const { choices = {}, ...more } = given;
  let kept: NoticeSettings = {
    emailSettings: settingsOf(choices),
    quietHours: null,
    timeZone: 'UTC',
    companies: [],
    ...more,
  };
  const on = () => {
    world.net.on(calls.settings, () => reply(calls.settings, kept));
    world.net.on(calls.updateSettings, ({ body }) => {
      const { emailSettings = [], ...when } = NoticeSettingsEdit.parse(body);
      const settings = kept.emailSettings.map((one) => {
        const { inFeed = one.inFeed, byEmail = one.byEmail } = emailSettings.find(({ key }) => key === one.key) ?? {};
        return { ...one, inFeed, byEmail };
      });
      const { quietHours = kept.quietHours, timeZone = kept.timeZone } = when;
      kept = { ...kept, emailSettings: settings, quietHours, timeZone };
      return reply(calls.updateSettings, kept);
    });
  };
  on();
  const change = (next: Partial<NoticeSettings>) => {
    kept = { ...kept, ...next };
  };
  return { change, on };
}

beforeEach(() => {
  world.net.on(session.sessions, () => reply(session.sessions, []));
  noInvites();
});

async function open(given?: Parameters<typeof settingsAs>[0]) {
  const platform = settingsAs(given);
  const { container } = await openAt('/profile/settings', [profile]);
  await expect.element(box('Mentions of me: email')).toBeInTheDocument();
  return { ...platform, container };
}

describe('the matrix', () => {
  it('is a table of kinds in groups, whose boxes are named by kind and way', async () => {
    const { container } = await open();
    const table = section().getByRole('table', { name: 'What you’re told, and how' });
    const headings = ['Tell me about', 'In Verdant', 'Email'];
    for (const name of headings) {
      await expect.element(table.getByRole('columnheader', { name, exact: true })).toBeInTheDocument();
    }
    const texts = [...table.element().querySelectorAll('th[scope="rowgroup"]')].map(({ textContent }) => textContent);
    expect(texts).toEqual(['Sales', 'Buying', 'Deals', 'Inventory and brands', 'People', 'Organization', 'Roadmap']);
    await expect.element(table.getByRole('rowheader', { name: 'New connections' })).toBeInTheDocument();
    await expectNoAxeFindings(container);
  });

  it('is changed by keyboard and saved at once, of what was changed and no more', async () => {
    await open();
    box('Mentions of me: in Verdant').element().focus();
    await userEvent.keyboard('{Tab} ');
    // Past the mentions in messages, and the invites to partner channels.
    await userEvent.keyboard('{Tab>8/} ');
    await expect.element(box('Mentions of me: email')).not.toBeChecked();
    await expect.element(box('Invites to connect: email')).toBeChecked();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Notification settings updated successfully')).toBeVisible();
    expect(written()).toEqual([
      {
        emailSettings: [
          { key: 'MENTION', byEmail: false },
          { key: 'CONNECTION_INVITE_RECEIVED', byEmail: true },
        ],
      },
    ]);
    await expect.element(save()).not.toBeInTheDocument();
  });

  it('shows what is emailed at once as locked, and says why', async () => {
    await open();
    const locked = box('Invites to organizations: email');
    await expect.element(locked).toBeDisabled();
    await expect.element(locked).toBeChecked();
    await expect.element(locked).toHaveAccessibleDescription('Invites are emailed at once.');
    const row = section().getByRole('row', { name: /^Invites to organizations/ });
    await expect.element(row.getByText('Invites are emailed at once.')).toBeVisible();
    await expect.element(box('Invites to organizations: in Verdant')).toBeEnabled();
  });

  it('doesn’t scroll sideways on a phone', async () => {
    await open();
    await page.viewport(360, 740);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });

  it('keeps what was chosen when saving fails, and says so', async () => {
    const { on } = await open();
    world.net.on(calls.updateSettings, lost);
    await box('Mentions of me: email').click();
    await save().click();
    await expect.element(section().getByRole('alert')).toBeVisible();
    await expect.element(box('Mentions of me: email')).not.toBeChecked();
    world.net.on(calls.updateSettings, () => refusal(500, 'INTERNAL', ''));
    await section().getByRole('button', { name: 'Try again' }).click();
    await expect.element(section().getByText('Failed to update notification settings')).toBeVisible();
    await expect.element(box('Mentions of me: email')).not.toBeChecked();
    on();
    await save().click();
    await expect.element(page.getByText('Notification settings updated successfully')).toBeVisible();
    await expect.element(box('Mentions of me: email')).not.toBeChecked();
  });

  it('takes what another window changed meanwhile, and keeps what was changed here', async () => {
    const { change } = await open();
    await box('Mentions of me: email').click();
    change({ emailSettings: settingsOf({ FOLLOWED: { byEmail: false } }) });
    await save().click();
    await expect.element(page.getByText('Notification settings updated successfully')).toBeVisible();
    await expect.element(box('Products and brands I follow: email')).not.toBeChecked();
    await expect.element(box('Mentions of me: email')).not.toBeChecked();
  });
});

describe('quiet hours', () => {
  const quiet = () => box('No email between');

  it('are proposed as a night in the browser’s time zone, and switched off again', async () => {
    await open();
    await expect.element(section().getByLabelText(/^Start/)).not.toBeInTheDocument();
    await quiet().click();
    await save().click();
    await expect.element(page.getByText('Notification settings updated successfully')).toBeVisible();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(written()).toEqual([{ quietHours: { from: '22:00', to: '07:00' }, timeZone }]);
    await quiet().click();
    await save().click();
    await expect.poll(written).toHaveLength(2);
    expect(written()[1]).toEqual({ quietHours: null });
  });

  it('are refused at their end when that is their start, and kept as typed', async () => {
    await open({ quietHours: { from: '21:00', to: '06:30' }, timeZone: 'America/Denver' });
    const end = section().getByLabelText(/^End/);
    await expect.element(end).toHaveValue('06:30');
    await end.fill('21:00');
    await save().click();
    await expect.element(end).toHaveFocus();
    await expect.element(end).toHaveAccessibleDescription('Must differ from the start');
    expect(written()).toEqual([]);
    await end.fill('05:00');
    await save().click();
    await expect.element(page.getByText('Notification settings updated successfully')).toBeVisible();
    expect(written()).toEqual([{ quietHours: { from: '21:00', to: '05:00' } }]);
  });
});

describe('companies whose own settings name somebody', () => {
  const companies = [
    { orgId: 1, companyId: 10, name: 'Fernhollow Wholesale' },
    { orgId: 2, companyId: 20, name: 'Juniper Shops' },
  ];

  it('are linked where those can be opened, and named otherwise', async () => {
    world.features = { ...seller, EDIT_ORGANIZATION: both };
    await open({ companies });
    await expect
      .element(section().getByRole('link', { name: 'Fernhollow Wholesale' }))
      .toHaveAttribute('href', '/account/manage/companies/10/notification-settings');
    await expect.element(section().getByText('Juniper Shops')).toBeVisible();
    expect(section().getByRole('link').elements()).toHaveLength(1);
  });

  it('are only named for who may not open them', async () => {
    await open({ companies });
    await expect.element(section().getByText('Fernhollow Wholesale')).toBeVisible();
    expect(section().getByRole('link').elements()).toHaveLength(0);
  });
});

it('can’t be changed by who acts for somebody', async () => {
  const acting = { ...user, impersonatedBy: { id: '5eed0000-0000-4000-8000-000000000099', name: 'Robin Hale' } };
  world.net.on(session.me, () => reply(session.me, acting));
  await open({ quietHours: { from: '22:30', to: '07:00' }, timeZone: 'America/Los_Angeles' });
  await expect.element(section().getByText('Only Olive Marsh can do this. You’re acting for them.')).toBeVisible();
  for (const one of section().getByRole('checkbox').all()) await expect.element(one).toBeDisabled();
  await expect
    .element(section().getByText('No email between 10:30 PM and 7 AM, Pacific Time (Los Angeles).'))
    .toBeVisible();
  await expect.element(save()).not.toBeInTheDocument();
});

it('says that the settings didn’t load, and reads them again', async () => {
  world.net.on(calls.settings, () => refusal(500, 'INTERNAL', ''));
  await openAt('/profile/settings', [profile]);
  await expect.element(section().getByText('Couldn’t load your notification settings.')).toBeVisible();
  settingsAs();
  await section().getByRole('button', { name: 'Try again' }).click();
  await expect.element(box('Mentions of me: email')).toBeChecked();
});

it('is not there where the feed is switched off', async () => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'verdant-switched-off', content: 'feed' });
  document.head.append(meta);
  try {
    settingsAs();
    await openAt('/profile/settings', [profile]);
    await expect.element(page.getByRole('region', { name: 'Your data' })).toBeVisible();
    expect(section().query()).toBeNull();
    expect(world.net.count('/users/me/notification-settings')).toBe(0);
  } finally {
    meta.remove();
  }
});
