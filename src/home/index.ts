import { publicly, signedIn } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** Public pages, sign-in and sign-out. */
export const home: Manifest = {
  name: 'home',
  label: 'Home',
  app: 'home',
  requires: publicly,
  screens: [
    { path: '', title: '', load: () => import('./landing/Home'), isPublic: true, layout: 'home' },
    { path: 'features', title: 'Features', load: () => import('./landing/Features'), isPublic: true, layout: 'home' },
    { path: 'compare', title: 'Pricing', load: () => import('./landing/Compare'), isPublic: true, layout: 'home' },
    { path: 'benefits', title: 'Benefits', load: () => import('./landing/Benefits'), isPublic: true, layout: 'home' },
    {
      path: 'download',
      title: 'The mobile app',
      load: () => import('./landing/Download'),
      isPublic: true,
      layout: 'home',
    },
    { path: 'terms', title: 'Terms', load: () => import('./legal/Terms'), isPublic: true, layout: 'home' },
    { path: 'privacy', title: 'Privacy', load: () => import('./legal/Privacy'), isPublic: true, layout: 'home' },
    { path: 'login', title: 'Sign in', load: () => import('./sign-in/Login'), isPublic: true, layout: 'snack' },
    { path: 'signup', title: 'Get started', load: () => import('./sign-in/SignUp'), isPublic: true, layout: 'snack' },
    { path: 'callback', title: 'Signing in', load: () => import('./sign-in/Callback'), isPublic: true },
    {
      path: 'logged-in',
      title: 'Welcome',
      load: () => import('./sign-in/LoggedIn'),
      requires: signedIn,
      isUnlisted: true,
    },
    { path: 'link-account', title: 'Link your account', load: () => import('./sign-in/LinkAccount'), isPublic: true },
    { path: 'logged-out', title: 'Signed out', load: () => import('./sign-in/LoggedOut'), isPublic: true },
    { path: 'accept', title: 'Your invitation', load: () => import('./invitations/AcceptInvite'), isPublic: true },
    {
      path: 'accept-invite',
      title: 'Your invitation',
      load: () => import('./invitations/AcceptInvite'),
      isPublic: true,
    },
    { path: 'connect', title: 'Your invitation', load: () => import('./invitations/AcceptInvite'), isPublic: true },
    {
      path: 'signed-in-again',
      title: 'Signed in',
      load: () => import('./sign-in/SignedInAgain'),
      layout: 'empty',
    },
    {
      path: 'onboarding',
      title: 'Welcome',
      load: () => import('../onboarding/Onboarding'),
      requires: signedIn,
      layout: 'onboarding',
    },
    {
      path: 'onboarding/organization',
      title: 'Create your organization',
      load: () => import('../onboarding/CreateOrganization'),
      requires: signedIn,
      layout: 'onboarding',
      isUnlisted: true,
    },
  ],
};
