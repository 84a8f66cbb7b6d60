import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERIFICATION_SAMPLES } from '../../../domain/webhooks/verification';
import { newSecret, signedHeaders } from '../../../server/webhooks/signing';

/** Within the project, where its packages are found. */
const FOLDER = join(import.meta.dirname, `../../../.cache/verification-${process.pid}`);
const SECRET = newSecret();
const OLD_SECRET = newSecret();
const BODY = '{"type":"order.created","timestamp":"2026-03-01T12:00:00.000Z","data":{"name":"Frühling “42”"}}';

type Verify = (body: string, headers: Record<string, string>) => { type: string };

const message = (over: Partial<{ secrets: string[]; at: Date }> = {}) => {
  const { secrets = [SECRET], at = new Date() } = over;
  return signedHeaders(secrets, { id: 'evt_0195c1aa', body: BODY, at });
};

/** A sample as a program of its own, which finds the secret in its environment. */
async function programOf(id: string): Promise<Verify> {
  const { code } = VERIFICATION_SAMPLES.find((one) => one.id === id) ?? { code: '' };
  const file = join(FOLDER, `${id}.ts`);
  await writeFile(file, code);
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { verify: Verify }).verify;
}

beforeAll(async () => {
  process.env.WEBHOOK_SECRET = SECRET;
  await mkdir(FOLDER, { recursive: true });
});
afterAll(async () => {
  delete process.env.WEBHOOK_SECRET;
  await rm(FOLDER, { recursive: true });
});

describe.each(['typescript', 'node'])('the sample “%s”, as it is shown', (id) => {
  it('takes what we signed, also while the secret is replaced', async () => {
    const verify = await programOf(id);
    expect(verify(BODY, message())).toMatchObject({ type: 'order.created' });
    expect(verify(BODY, message({ secrets: [OLD_SECRET, SECRET] }))).toMatchObject({ type: 'order.created' });
  });

  it('refuses another body, another secret, no signature, and what is older or newer than five minutes', async () => {
    const verify = await programOf(id);
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect(() => verify(BODY.replace('42', '43'), message())).toThrow();
    expect(() => verify(BODY, message({ secrets: [OLD_SECRET] }))).toThrow();
    expect(() => verify(BODY, {})).toThrow();
    expect(() => verify(BODY, { ...message(), 'webhook-timestamp': 'soon' })).toThrow();
    expect(() => verify(BODY, message({ at: minutes(-6) }))).toThrow();
    expect(() => verify(BODY, message({ at: minutes(6) }))).toThrow();
  });
});
