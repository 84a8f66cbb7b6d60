import { publicly, signedIn } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** Public pages, sign-in and sign-out. */
export const home: Manifest = {
  name: 'home',
  label: 'Home',
  app: 'home',
  requires: publicly,
  screens: [
    { path: '', title: '', load: () => import('./Home'), isPublic: true, layout: 'home' },
    { path: 'features', title: 'Features', load: () => import('./Features'), isPublic: true, layout: 'home' },
    { path: 'compare', title: 'Pricing', load: () => import('./Compare'), isPublic: true, layout: 'home' },
    { path: 'benefits', title: 'Benefits', load: () => import('./Benefits'), isPublic: true, layout: 'home' },
    { path: 'download', title: 'The mobile app', load: () => import('./Download'), isPublic: true, layout: 'home' },
    { path: 'terms', title: 'Terms', load: () => import('./Terms'), isPublic: true, layout: 'home' },
    { path: 'privacy', title: 'Privacy', load: () => import('./Privacy'), isPublic: true, layout: 'home' },
    { path: 'login', title: 'Sign in', load: () => import('./Login'), isPublic: true, layout: 'snack' },
    { path: 'signup', title: 'Get started', load: () => import('./SignUp'), isPublic: true, layout: 'snack' },
    { path: 'callback', title: 'Signing in', load: () => import('./Callback'), isPublic: true },
    { path: 'logged-in', title: 'Welcome', load: () => import('./LoggedIn'), requires: signedIn, isUnlisted: true },
    { path: 'logged-out', title: 'Signed out', load: () => import('./LoggedOut'), isPublic: true },
    { path: 'accept', title: 'Your invitation', load: () => import('./AcceptInvite'), isPublic: true },
    { path: 'accept-invite', title: 'Your invitation', load: () => import('./AcceptInvite'), isPublic: true },
    { path: 'connect', title: 'Your invitation', load: () => import('./AcceptInvite'), isPublic: true },
    {
      path: 'signed-in-again',
      title: 'Signed in',
      load: () => import('./SignedInAgain'),
      layout: 'empty',
    },
    {
      path: 'onboarding',
      title: 'Welcome',
      load: () => import('./Onboarding'),
      requires: signedIn,
      layout: 'onboarding',
    },
    {
      path: 'onboarding/organization',
      title: 'Create your organization',
      load: () => import('./BeginOrganization'),
      requires: signedIn,
      layout: 'onboarding',
      isUnlisted: true,
    },
  ],
};
