import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { signedIn } from '../../../domain/access/ability';
import { connections } from '../../../domain/connections/contract';
import { session } from '../../../domain/session/contract';
import { MessageConnection } from '../../../src/connections/MessageConnection';
import type { Manifest } from '../../../src/providers/manifest';
import { heading, openAt, screen, user, world } from '../support/app';
import { refusal, reply } from '../support/platform';

const CID = '5eed0000-0000-4000-8000-000000000077';

const people: Manifest = {
  name: 'people',
  label: 'People',
  app: 'profile',
  requires: signedIn,
  screens: [
    {
      path: 'people',
      title: 'People',
      load: async () => ({
        default: () => (
          <>
            <h1>People</h1>
            <MessageConnection connectionId={7} displayName="Ada Grower" />
          </>
        ),
      }),
    },
    { path: 'chat/messages/:slug', title: 'Messages', load: screen('Messages') },
  ],
};

const message = page.getByRole('button', { name: 'Message Ada Grower' });

async function openPeople() {
  await openAt('/people', [people]);
  await expect.element(heading('People')).toBeVisible();
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'userAgent');
});

describe('messaging a connection', () => {
  it('asks once, however often it is pressed, and goes to the conversation', async () => {
    let asked = 0;
    world.net.on(connections.startChat, () => {
      asked += 1;
      return reply(connections.startChat, { cid: CID, channelType: 'NETWORK_DM' });
    });
    await openPeople();
    await message.dblClick();
    await expect.element(heading('Messages')).toBeVisible();
    expect(location.pathname).toBe(`/chat/messages/${CID}`);
    expect(asked).toBe(1);
  });

  it('says why it was refused, and can be asked again', async () => {
    world.net.on(connections.startChat, () =>
      refusal(409, 'CONFLICT', 'You can message Ada Grower once you’re connected.'),
    );
    await openPeople();
    await message.click();
    await expect.element(page.getByText('You can message Ada Grower once you’re connected.')).toBeVisible();
    await expect.element(message).not.toHaveAttribute('aria-busy');
  });

  it('isn’t for someone who acts for them', async () => {
    world.net.on(session.me, () =>
      reply(session.me, { ...user, impersonatedBy: { id: user.id, name: 'Sam Support' } }),
    );
    await openPeople();
    await expect.element(message).toBeDisabled();
  });

  it.each(['on a phone', 'without messages', 'without an organization'])('isn’t offered %s', async (where) => {
    if (where === 'on a phone') {
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Linux; Android 16)', configurable: true });
    } else if (where === 'without an organization') {
      world.net.on(session.me, () => reply(session.me, { ...user, isMember: false }));
      world.net.on(session.membership, () => refusal(404, 'NOT_FOUND', 'Membership not found'));
    } else {
      const setting = Object.assign(document.createElement('meta'), { name: 'verdant-switched-off', content: 'chat' });
      document.head.append(setting);
      onTestFinished(() => setting.remove());
    }
    await openPeople();
    await expect.element(message).not.toBeInTheDocument();
  });
});
