import { z } from 'zod';
import { publicly, signedIn } from '../access/ability';
import { Done, del, get, jsonFile, patch, post } from '../contract/endpoint';
import { CODE_LENGTH_WRONG, INVITE_CODE_LENGTH } from '../invite-code';
import { AccountDeletion, AccountRemoval } from './account';
import {
  CurrentUser,
  FeatureDependencyEntry,
  FeatureEntry,
  MyMembership,
  ProfileEdit,
  SignedInSession,
  SiteFlag,
} from './session';
import { SignInAnswer, SignInProvider, SignInResult } from './sign-in';

export const session = {
  provider: get('/auth/provider', {
    summary: 'Where to sign in, and what a sign-in has to say there',
    returns: SignInProvider,
    requires: publicly,
  }),
  signIn: post('/auth/sign-in', {
    summary: 'Exchange the code a sign-in returned with for tokens, and be let in',
    body: SignInAnswer,
    returns: SignInResult,
    refuses: ['FORBIDDEN'],
    requires: publicly,
    unaudited: 'Signing in changes the issuer’s own session; what it changes of an account is audited as that',
    transaction: 'each',
  }),
  mailLink: post('/auth/link', {
    summary: 'Email a link to sign in another way',
    body: z.object({ ticket: z.string().length(INVITE_CODE_LENGTH, CODE_LENGTH_WRONG) }),
    returns: Done,
    requires: publicly,
    limited: true,
    audit: 'user',
  }),
  me: get('/users/me', {
    summary: 'The person who is signed in; uses the invite code they came with, if it is for them',
    query: z.object({ inviteCode: z.string().optional() }),
    returns: CurrentUser,
    requires: signedIn,
    transaction: 'each',
  }),
  updateMe: patch('/users/me', {
    summary: 'Change your name; also how far the first steps are',
    body: ProfileEdit,
    returns: CurrentUser,
    requires: signedIn,
    audit: 'user',
  }),
  deletion: get('/users/me/deletion', {
    summary: 'What deleting your account would end, and what has to happen first',
    returns: AccountDeletion,
    requires: signedIn,
  }),
  deleteMe: del('/users/me', {
    summary: 'Delete your account; orders, comments and history stay, under “Former member”',
    body: AccountRemoval,
    returns: Done,
    requires: signedIn,
    audit: 'user',
    inPersonOnly: true,
  }),
  exportMine: get('/users/me/export', {
    summary:
      'Download your own data: profile, memberships, connections, blocked users, sessions, orders placed, comments and messages',
    ...jsonFile,
    requires: signedIn,
    inPersonOnly: true,
  }),
  membership: get('/org-users/me', {
    summary: 'Your membership: role, features, flags and plan; 404 without one',
    returns: MyMembership,
    refuses: ['NOT_FOUND'],
    requires: signedIn,
  }),
  refresh: post('/auth/refresh', {
    summary: 'Exchange a refresh token for new tokens',
    body: z.object({
      refreshToken: z.string().min(1).max(8192),
      /** What only this browser knows: it gets the answer once more if it was lost on its way. */
      client: z.string().min(16).max(100).optional(),
    }),
    returns: z.strictObject({
      accessToken: z.string(),
      refreshToken: z.string().optional(),
      idToken: z.string().optional(),
    }),
    requires: publicly,
    limited: true,
    unaudited: 'Only the issuer’s own session changes, every few minutes',
    transaction: 'each',
  }),
  resetPassword: post('/users/me/reset-password', {
    summary: 'Ask for a password link',
    returns: Done,
    requires: signedIn,
    audit: 'user',
    inPersonOnly: true,
  }),
  resendVerification: post('/users/me/resend-email-verification', {
    summary: 'Ask for the confirmation email again',
    returns: Done,
    requires: signedIn,
    audit: 'user',
  }),
  verifyEmail: post('/users/me/verify-email', {
    summary: 'Confirm your email; takes the code from the link',
    body: z.object({ inviteCode: z.string().length(INVITE_CODE_LENGTH, CODE_LENGTH_WRONG) }),
    returns: CurrentUser,
    refuses: ['NOT_FOUND'],
    requires: signedIn,
    audit: 'user',
    inPersonOnly: true,
  }),
  sessions: get('/users/me/sessions', {
    summary: 'Your sessions, most recently used first',
    returns: z.array(SignedInSession),
    requires: signedIn,
  }),
  endSession: del('/users/me/sessions/:sessionId', {
    summary: 'End a session; its tokens stop working',
    params: z.object({ sessionId: z.string().min(1).max(200) }),
    returns: Done,
    requires: signedIn,
    audit: 'session',
    inPersonOnly: true,
  }),
};

export const reference = {
  version: get('/version', {
    summary: 'The running build',
    returns: z.strictObject({ appBuildId: z.string() }),
    requires: publicly,
  }),
  siteFlags: get('/public-site-flags', {
    summary: 'Site-wide notices, such as maintenance',
    returns: z.array(SiteFlag),
    requires: publicly,
  }),
  usStates: get('/us-states', {
    summary: 'US states, and which are active',
    returns: z.array(
      z.strictObject({ active: z.boolean(), unabbreviatedName: z.string(), ansiAbbrevation: z.string() }),
    ),
    requires: publicly,
  }),
  licenseTypes: get('/license-types', {
    summary: 'License types',
    returns: z.array(z.strictObject({ id: z.string(), displayName: z.string() })),
    requires: publicly,
  }),
  features: get('/verdant-features', {
    summary: 'Every role permission, in display order',
    returns: z.array(FeatureEntry),
    requires: signedIn,
  }),
  featureDependencies: get('/verdant-features/dependencies', {
    summary: 'Which permissions depend on others',
    returns: z.array(FeatureDependencyEntry),
    requires: signedIn,
  }),
};
