import { z } from 'zod';
import { CODE_LENGTH_WRONG, INVITE_CODE_LENGTH } from '../invite-code';
import { lineOfText } from '../text';

const Parameters = z.record(z.string(), z.string());

/** Where to sign in, and what a sign-in has to say there, as the provider describes itself. */
export const SignInProvider = z.strictObject({
  issuer: z.string(),
  clientId: z.string(),
  authorizationEndpoint: z.string(),
  /** Null where the provider can't be told of a sign-out. */
  endSessionEndpoint: z.string().nullable(),
  scope: z.string(),
  /** What every request says besides, such as which API the token is for. */
  parameters: Parameters,
  /** What a request says to begin with sign-up; null where the provider knows no such request. */
  signUp: Parameters.nullable(),
  /** What a request says to choose who signs in, whoever is signed in at the provider. */
  otherAccount: Parameters,
});
export type SignInProvider = z.infer<typeof SignInProvider>;

/** What the provider sent the browser back with, and what only this browser knows of the request. */
export const SignInAnswer = z.object({
  code: lineOfText().min(1).max(8192),
  codeVerifier: z.string().min(43).max(128),
  redirectUri: z.url().max(2000),
  nonce: lineOfText().min(16).max(200),
  /** Where in the app the person came from. */
  returnTo: lineOfText().max(2000).nullable().optional(),
  /** The code of an emailed link that lets an account be signed in to in another way. */
  linkCode: z.string().length(INVITE_CODE_LENGTH, CODE_LENGTH_WRONG).optional(),
  /** Whether the provider has been asked for consent, without which some give no refresh token. */
  isConsented: z.boolean().optional(),
});
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const SignInResult = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('SIGNED_IN'),
    accessToken: z.string(),
    refreshToken: z.string().optional(),
    idToken: z.string().optional(),
    /** What the person should know, such as why their new email was not taken over. */
    notice: z.string().nullable(),
  }),
  /** To be asked for again, with consent. */
  z.strictObject({ status: z.literal('CONSENT') }),
  /** The email's account is signed in to in another way; with the ticket a link is emailed that changes that. */
  z.strictObject({ status: z.literal('LINK'), email: z.string(), ticket: z.string() }),
]);
export type SignInResult = z.infer<typeof SignInResult>;

/** While the provider doesn't answer. */
export const PROVIDER_SILENT = 'Your sign-in provider isn’t answering. Try again in a moment.';

export const LINK_DEAD =
  'This link was used, has expired or is for another account. Sign in again, and we email you a new one.';

export const LINKED = 'Your account is linked. From now on, sign in as you just did.';

export const PASSWORD_ELSEWHERE = 'Your password is at your sign-in provider. Change it there.';

/** To somebody new whose email the provider doesn't give. */
export const emailMissing = (contact: string): string =>
  `Your sign-in provider doesn’t give us your email, and you need one here. Add an email to your account there, or ask ${contact} to have it shared, then sign in again.`;

/** To somebody new whose email may be anybody's. */
export const emailUnconfirmed = (email: string): string =>
  `Your sign-in provider doesn’t say that ${email} is yours. Confirm your email there, then sign in again.`;

/** To whoever is known by another email than the provider gives now. */
export const emailKept = (said: string, kept: string, why: 'taken' | 'unconfirmed', contact: string): string =>
  why === 'taken'
    ? `Your sign-in provider gives ${said} as your email, which another account here uses. We keep ${kept}. To change that, ask ${contact}.`
    : `Your sign-in provider gives ${said} as your email, but doesn’t say that it’s yours. We keep ${kept} until you confirm it there.`;

/** To whoever signs in at a provider whose tokens aren't for us, which only the operator can mend. */
export const providerMisfit = (contact: string): string =>
  `Sign-in isn’t set up right yet: your sign-in provider’s answer isn’t for Verdant. Tell ${contact}.`;
