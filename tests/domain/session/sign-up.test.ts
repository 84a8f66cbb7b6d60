import { expect, test } from 'vitest';
import { howToCome, mayCome, whyNotBegin } from '../../../domain/session/sign-up';

const HELP = 'help@verdant.example';
const stranger = { isSupport: false, isInvited: false };

test('anybody comes where sign-up is open, whoever was invited by invitation, nobody where it is closed', () => {
  const who = [false, true];
  expect(who.map((isInvited) => mayCome('open', isInvited))).toEqual([true, true]);
  expect(who.map((isInvited) => mayCome('invitation', isInvited))).toEqual([false, true]);
  expect(who.map((isInvited) => mayCome('closed', isInvited))).toEqual([false, false]);
});

test('who may not sign up is told whom to ask, and nothing where everybody may', () => {
  expect(howToCome('open', HELP)).toBeNull();
  expect(howToCome('invitation', HELP)).toBe(
    `Sign-up is by invitation. Use the email you were invited with, or ask ${HELP} for an invitation.`,
  );
  expect(howToCome('closed', HELP)).toBe(`Sign-up is closed. To get an account, ask ${HELP}.`);
});

test('support staff begin organizations everywhere, others where they may come', () => {
  for (const mode of ['open', 'invitation', 'closed'] as const) {
    expect(whyNotBegin(mode, { ...stranger, isSupport: true }, HELP)).toBeNull();
  }
  expect(whyNotBegin('open', stranger, HELP)).toBeNull();
  expect(whyNotBegin('invitation', { ...stranger, isInvited: true }, HELP)).toBeNull();
  expect(whyNotBegin('invitation', stranger, HELP)).toMatch(/^New organizations are by invitation: .*Ask help@/);
  expect(whyNotBegin('closed', { ...stranger, isInvited: true }, HELP)).toMatch(/^No new organizations .*Ask help@/);
});
