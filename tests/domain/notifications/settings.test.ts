import { expect, test } from 'vitest';
import { CUSTOM_KINDS } from '../../../domain/notifications/custom';
import { NOTIFICATION_TYPE_IDS } from '../../../domain/notifications/notification';
import { settingsOf } from '../../../domain/notifications/settings';

test('whatever comes to the feed can be switched off there and for email, each kind under a name of its own', () => {
  const settings = settingsOf({});
  const kinds = [...NOTIFICATION_TYPE_IDS.filter((type) => type !== 'CUSTOM'), ...Object.keys(CUSTOM_KINDS)];
  expect(settings.map(({ key }) => key).sort()).toEqual(kinds.sort());
  expect(new Set(settings.map(({ displayName }) => displayName)).size).toBe(kinds.length);
});
