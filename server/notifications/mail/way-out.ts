import { createHmac } from 'node:crypto';
import { NOTICE_KEYS, type NoticeKey, whyFixed } from '../../../domain/notifications/settings';
import type { Config } from '../../config';
import type { Services } from '../../context';
import { withFoot } from '../../mail/compose';
import { html } from '../../mail/html';
import { isSameSignature } from '../../mail/mail-proof';

/** Whose emails a link stops: of one kind, or of all that the feed tells. */
export type Stop = { userId: string; key: NoticeKey | 'ALL' };

type Keys = Pick<Config, 'credentialsKey' | 'olderCredentialsKeys'>;

export const UNSUBSCRIBE_PATH = '/unsubscribe';
const FORM = /^([0-9a-f-]{36})\.([A-Z_]{1,40})\.([\w-]{43})$/;

/** The address where a person stops emails with one click, without signing in (RFC 8058). It never ends. */
export const stopLink = (stop: Stop, { publicUrl, credentialsKey }: Keys & Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}${UNSUBSCRIBE_PATH}?token=${stop.userId}.${stop.key}.${signed(stop, credentialsKey)}`;

/** What a token of such an address stops; null for one we didn't make. */
export function readStop(token: string, { credentialsKey, olderCredentialsKeys }: Keys): Stop | null {
  const [, userId = '', key = '', signature = ''] = FORM.exec(token) ?? [];
  const isKnown = key === 'ALL' || NOTICE_KEYS.some((one) => one === key && whyFixed(one) === null);
  if (!isKnown) return null;
  const stop = { userId, key } as Stop;
  const isOurs = [credentialsKey, ...olderCredentialsKeys].some((one) => isSameSignature(signed(stop, one), signature));
  return isOurs ? stop : null;
}

const signed = ({ userId, key }: Stop, by: string): string =>
  createHmac('sha256', by).update(`unsubscribe ${userId} ${key}`).digest('base64url');

/** The same services, whose letters say how their reader stops them. */
export function withWayOut<S extends Pick<Services, 'config' | 'mail'>>(services: S, stop: Stop): S {
  const { config, mail } = services;
  const link = stopLink(stop, config);
  const settings = `${config.publicUrl}/profile/settings`;
  const what = stop.key === 'ALL' ? 'Stop all emails about notifications' : 'Stop emails like this one';
  const foot = {
    text: `Choose what we email you: ${settings}\n${what}: ${link}`,
    html: html`<a class="link" href="${settings}" style="color:#1f6b3b">Choose what we email you</a> · <a class="link" href="${link}" style="color:#1f6b3b">${what}</a>`,
  };
  return {
    ...services,
    mail: { ...mail, send: (letter) => mail.send({ ...withFoot(letter, foot), unsubscribe: link }) },
  };
}
