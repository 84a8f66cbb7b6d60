import { expect, it } from 'vitest';
import { readConfig } from '../../../server/config';
import { type Discovery, maySendConsent, signInProviderOf } from '../../../server/identity/outside/discovery';

const URL = 'https://login.example';
const found: Discovery = {
  issuer: URL,
  authorization_endpoint: `${URL}/auth`,
  token_endpoint: `${URL}/token`,
  jwks_uri: `${URL}/keys`,
};
const settings = (more: Record<string, string> = {}) =>
  readConfig({ PUBLIC_URL: 'https://verdant.example', OIDC_ISSUER: URL, ...more }).oidc;

it.each([
  ['that says little of itself', {}, { signUp: null, endSessionEndpoint: null, otherAccount: { prompt: 'login' } }],
  [
    'with sign-up, a choice of accounts and sign-out',
    { prompt_values_supported: ['create', 'select_account'], end_session_endpoint: `${URL}/end` },
    {
      signUp: { prompt: 'create', screen_hint: 'signup' },
      endSessionEndpoint: `${URL}/end`,
      otherAccount: { prompt: 'select_account' },
    },
  ],
  ['without some scopes', { scopes_supported: ['openid', 'email'] }, { scope: 'openid email' }],
  [
    'that takes wishes for claims',
    { claims_parameter_supported: true },
    { parameters: { claims: expect.stringContaining('"email":{"essential":true}') } },
  ],
])('an issuer %s is sent only what it knows', (_what, more, sent) => {
  expect(signInProviderOf({ ...found, ...more }, settings())).toMatchObject(sent);
});

it.each([
  ['an address, as RFC 8707 has it', {}, { resource: 'https://verdant.example/api' }],
  ['a name, which only some issuers take', { OIDC_AUDIENCE: 'verdant' }, { audience: 'verdant' }],
  ['as the operator says', { OIDC_AUDIENCE_PARAMETER: 'audience' }, { audience: 'https://verdant.example/api' }],
  ['by a scope instead', { OIDC_AUDIENCE_PARAMETER: 'none', OIDC_SCOPES: 'openid api://verdant/all' }, {}],
])('the audience is %s', (_what, set, parameters) => {
  expect(signInProviderOf(found, settings(set)).parameters).toEqual(parameters);
});

it('an API’s own scope is sent whether or not the issuer lists it, and consent asked for only where it may help', () => {
  const own = settings({ OIDC_SCOPES: 'openid api://verdant/all' });
  expect(signInProviderOf({ ...found, scopes_supported: ['openid'] }, own).scope).toBe('openid api://verdant/all');
  expect(maySendConsent(found, settings())).toBe(true);
  expect(maySendConsent({ ...found, scopes_supported: ['openid'] }, settings())).toBe(false);
  expect(maySendConsent({ ...found, prompt_values_supported: ['login'] }, settings())).toBe(false);
});
