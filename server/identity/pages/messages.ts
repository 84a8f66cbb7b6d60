import { Html, html } from '../../mail/html';
import { layout } from './layout';

type Way = { readonly text: string; readonly href: string };

function message(title: string, body: Html, way: Way, others: readonly Way[] = []): Html {
  return layout({
    title,
    body: html`${body}
<a class="primary" href="${way.href}">${way.text}</a>
${others.length > 0 && html`<p class="links">${others.map(({ text, href }) => html`<a href="${href}">${text}</a>`)}</p>`}`,
  });
}

const signIn = (publicUrl: string): Way => ({ text: 'Sign in', href: `${publicUrl}/login` });
const FORGOT: Way = { text: 'Send a new link', href: '/oidc/forgot-password' };
const RESEND: Way = { text: 'Send a new link', href: '/oidc/resend-verification' };

/** The reply to every sign-up, whoever owns the address. */
export function checkMailPage(publicUrl: string, email: string): Html {
  return message(
    'Check your email',
    html`<p>We emailed <strong>${email}</strong>. Open the link to finish.</p>
<p class="quiet">Nothing after a few minutes? Check your spam folder, or resend it.</p>`,
    signIn(publicUrl),
    [RESEND],
  );
}

/** The reply to every link request, whether or not the address has an account. */
export function linkSentPage(publicUrl: string, email: string): Html {
  return message(
    'Check your email',
    html`<p>If <strong>${email}</strong> has an account that needs it, we’ve emailed a link.</p>
<p class="quiet">Nothing after a few minutes? Check your spam folder and make sure this is the email you signed up with.</p>`,
    { text: 'Back to sign in', href: `${publicUrl}/login` },
  );
}

/** `returnTo` is where in the app the sign-up began. */
export function verifiedPage(publicUrl: string, email: string, returnTo: string | null): Html {
  const query = returnTo === null ? '' : `?${new URLSearchParams({ returnTo })}`;
  return message('Email confirmed', html`<p>Continue to Verdant as <strong>${email}</strong>.</p>`, {
    text: 'Continue',
    href: `${publicUrl}/login${query}`,
  });
}

export function passwordChangedPage(publicUrl: string): Html {
  return message(
    'Password changed',
    html`<p>You’re signed out everywhere. Sign in with your new password.</p>`,
    signIn(publicUrl),
  );
}

/** To whoever may not sign up; `why` says what to do instead. */
export function notAdmittedPage(publicUrl: string, why: string): Html {
  return message('You can’t sign up here', html`<p>${why}</p>`, signIn(publicUrl));
}

/** Why an emailed link doesn't work, and what to do. */
export function deadLinkPage(publicUrl: string, kind: 'verify' | 'reset', state: 'used' | 'expired' | 'unknown'): Html {
  const again = kind === 'verify' ? RESEND : FORGOT;
  const life = kind === 'verify' ? '24 hours' : 'one hour';
  if (state === 'used') {
    const done = kind === 'verify' ? 'Your email is already confirmed.' : 'Your password was already changed.';
    const others = kind === 'reset' ? [again] : [];
    return message('This link was already used', html`<p>${done}</p>`, signIn(publicUrl), others);
  }
  if (state === 'expired') {
    const newest = kind === 'reset' ? ', and only the latest one works' : '';
    const why = html`<p>Links work for ${life}${newest}.</p>`;
    return message('This link has expired', why, again, [signIn(publicUrl)]);
  }
  const why = html`<p>It’s incomplete or mistyped. Open the link from the email again, or ask for a new one.</p>`;
  return message('This link doesn’t work', why, again, [signIn(publicUrl)]);
}

/** A sign-in that can't continue: its cookie or record is gone. */
export function lostInteractionPage(publicUrl: string): Html {
  return message(
    'This page has expired',
    html`<p>Sign-in took too long, already finished, or cookies are off for this site.</p>`,
    { text: 'Start again', href: `${publicUrl}/login` },
  );
}

export function brokenPage(publicUrl: string, out: { error: string; error_description?: string | undefined }): Html {
  return message(
    'Something went wrong',
    html`<p>Sign-in didn’t work. Starting again usually helps.</p>
<p class="quiet">For support: <code>${out.error}</code>${out.error_description && html` ${out.error_description}`}</p>`,
    { text: 'Start again', href: `${publicUrl}/login` },
  );
}

export function tooManyPage(wait: string): Html {
  return layout({
    title: 'Too many requests',
    body: html`<p>Your network sent too many requests in a short time. ${wait}</p>`,
  });
}

export function refusedPage(publicUrl: string): Html {
  return message(
    'This form came from another site',
    html`<p>For your safety, we didn’t accept it. Open the page here and fill it in again.</p>`,
    { text: 'Start again', href: `${publicUrl}/login` },
  );
}

export function wrongHostPage(publicUrl: string): Html {
  return message('Wrong address', html`<p>Sign in at <strong>${publicUrl}</strong>.</p>`, {
    text: 'Go to sign in',
    href: `${publicUrl}/login`,
  });
}

/** `form` is the provider's own, with its CSRF protection; the buttons belong to it. */
export function signOutPage(form: string): Html {
  return layout({
    title: 'Sign out?',
    body: html`${new Html(form)}
<p class="quiet">This signs you out of Verdant in this browser.</p>
<button class="primary" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button class="second" form="op.logoutForm">Stay signed in</button>`,
  });
}

/** Where an outside issuer has the passwords. */
export function elsewherePage(publicUrl: string): Html {
  return message(
    'Your password is at your sign-in provider',
    html`<p>Choose or change it there, and confirm your email there. Then sign in.</p>`,
    signIn(publicUrl),
  );
}

export function signedOutPage(publicUrl: string): Html {
  return message('You’re signed out', html`<p>See you soon.</p>`, signIn(publicUrl));
}
