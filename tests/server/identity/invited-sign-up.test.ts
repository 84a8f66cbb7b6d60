import { expect, it } from 'vitest';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import { provingMail } from '../../../server/mail/mail-proof';
import { ADA, openIdentity } from '../../support/identity/identity';
import { authorizationRequest, PASSWORD, signIn } from '../../support/identity/sign-in';

const identity = openIdentity();
const keys = { credentialsKey: DEVELOPMENT_CREDENTIALS_KEY, olderCredentialsKeys: [] };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Signs up from an emailed invitation's page. */
async function signUpFrom(link: string, email = ADA) {
  const { pathname, search } = new URL(link);
  const extra = { prompt: 'create', return_to: pathname + search };
  const page = await identity.browser.visit(authorizationRequest(identity.server.publicUrl, extra).url);
  return identity.browser.submit(page, { firstName: 'Ada', lastName: 'Grower', email, password: PASSWORD });
}

const invitation = () => `${identity.server.publicUrl}/accept-invite?invite_code=1`;

it('who signs up from an emailed invitation need not confirm that address again', async () => {
  await signUpFrom(provingMail(invitation(), ADA.toUpperCase(), keys));
  expect(await identity.find(ADA)).toMatchObject({ emailVerifiedAt: expect.any(Date), firstName: 'Ada' });
  await expect(signIn(identity.server, ADA)).resolves.toBeTruthy();
});

it('a copied link, another address, an old or a changed one confirm nothing', async () => {
  const old = provingMail(invitation(), ADA, keys, Date.now() - 15 * DAY_MS);
  const later = new URL(provingMail(invitation(), ADA, keys));
  const [until, signature] = (later.searchParams.get('mail_proof') ?? '').split('.');
  later.searchParams.set('mail_proof', `${Number(until) + 1}.${signature}`);
  const otherKey = { ...keys, credentialsKey: Buffer.from('another').toString('base64') };
  const foreign = new URL(later);
  foreign.searchParams.set('mail_proof', `${until}.${'é'.repeat(signature?.length ?? 0)}`);
  const useless = [
    foreign.href,
    invitation(),
    provingMail(invitation(), 'someone@else.example', keys),
    old,
    later.href,
    provingMail(invitation(), ADA, otherKey),
  ];
  for (const link of useless) {
    await identity.database.pool.query('delete from sign_in_attempts');
    const page = await signUpFrom(link);
    expect(page.text).toContain('Check your email');
    expect(await identity.find(ADA)).toMatchObject({ emailVerifiedAt: null });
  }
});

it('an account that is in use keeps its password, whoever has the link', async () => {
  await identity.makeAda();
  const link = provingMail(invitation(), ADA, keys);
  const { pathname, search } = new URL(link);
  const extra = { prompt: 'create', return_to: pathname + search };
  const page = await identity.browser.visit(authorizationRequest(identity.server.publicUrl, extra).url);
  const form = { firstName: 'Eve', lastName: 'Other', email: ADA, password: `${PASSWORD} else` };
  expect((await identity.browser.submit(page, form)).text).toContain('Check your email');
  await expect(signIn(identity.server, ADA)).resolves.toBeTruthy();
  expect(await identity.find(ADA)).toMatchObject({ firstName: 'Ada' });
});
