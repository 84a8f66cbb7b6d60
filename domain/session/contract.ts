import { z } from 'zod';
import { publicly, signedIn } from '../access/ability';
import { Done, del, get, patch, post } from '../contract/endpoint';
import {
  CurrentUser,
  FeatureDependencyEntry,
  FeatureEntry,
  MyMembership,
  ProfileEdit,
  SignedInSession,
  SiteFlag,
} from './session';

export const session = {
  me: get('/users/me', {
    summary: 'The person who is signed in',
    query: z.object({ inviteCode: z.string().optional() }),
    returns: CurrentUser,
    requires: signedIn,
  }),
  updateMe: patch('/users/me', {
    summary: 'Change one’s own name or onboarding',
    body: ProfileEdit,
    returns: CurrentUser,
    requires: signedIn,
    audit: 'user',
  }),
  membership: get('/org-users/me', {
    summary: 'One’s place in the organization: role, features, flags and plan; 404 for who belongs to none',
    returns: MyMembership,
    requires: signedIn,
  }),
  refresh: post('/auth/refresh', {
    summary: 'Trade a refresh token for new tokens',
    body: z.object({ refreshToken: z.string().min(1).max(8192) }),
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
    summary: 'Mail oneself a link to choose a new password',
    returns: Done,
    requires: signedIn,
    audit: 'user',
    inPersonOnly: true,
  }),
  resendVerification: post('/users/me/resend-email-verification', {
    summary: 'Mail oneself the verification link again',
    returns: Done,
    requires: signedIn,
    audit: 'user',
  }),
  verifyEmail: post('/users/me/verify-email', {
    summary: 'Confirm one’s address with the code of the mailed link',
    body: z.object({ inviteCode: z.string().length(36, 'The code has 36 characters') }),
    returns: CurrentUser,
    requires: signedIn,
    audit: 'user',
    inPersonOnly: true,
  }),
  sessions: get('/users/me/sessions', {
    summary: 'Where one is signed in, the most recently used first',
    returns: z.array(SignedInSession),
    requires: signedIn,
  }),
  endSession: del('/users/me/sessions/:sessionId', {
    summary: 'End one of one’s sessions; what it was given is refused from then on',
    params: z.object({ sessionId: z.string().min(1).max(200) }),
    returns: Done,
    requires: signedIn,
    audit: 'session',
    inPersonOnly: true,
  }),
};

export const reference = {
  version: get('/version', {
    summary: 'The build that is running',
    returns: z.strictObject({ appBuildId: z.string() }),
    requires: publicly,
  }),
  siteFlags: get('/public-site-flags', {
    summary: 'Notices that concern everyone, such as maintenance',
    returns: z.array(SiteFlag),
    requires: publicly,
  }),
  usStates: get('/us-states', {
    summary: 'The states, and which of them are open for business',
    returns: z.array(
      z.strictObject({ active: z.boolean(), unabbreviatedName: z.string(), ansiAbbrevation: z.string() }),
    ),
    requires: publicly,
  }),
  licenseTypes: get('/license-types', {
    summary: 'Kinds of license',
    returns: z.array(z.strictObject({ id: z.string(), displayName: z.string() })),
    requires: publicly,
  }),
  features: get('/verdant-features', {
    summary: 'Every permission a role can hold, in display order',
    returns: z.array(FeatureEntry),
    requires: signedIn,
  }),
  featureDependencies: get('/verdant-features/dependencies', {
    summary: 'Which permission is worth nothing without which other',
    returns: z.array(FeatureDependencyEntry),
    requires: signedIn,
  }),
};
