import { type Html, html } from '../../mail/html';
import { PASSWORD_MAX, PASSWORD_MIN } from '../passwords';
import { alert, field, layout } from './layout';

/** Who may sign up: `note` says who, to those who may not all; null offers it to everybody. */
type Offered = { readonly note: string | null };

/** What a form shows after a refusal: the typed values except passwords, and the errors. */
export type Shown<Field extends string> = {
  readonly values?: Partial<Record<Field, string>>;
  readonly errors?: Partial<Record<Field, string>>;
  readonly problem?: string | Html | undefined;
};

const EMAIL = { name: 'email', label: 'Email', type: 'email', maxlength: 254 } as const;

const newPassword = (error?: string, autofocus = false) =>
  field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${PASSWORD_MIN} characters. A few words in a row are easy to remember.`,
    error,
    autofocus,
    maxlength: PASSWORD_MAX,
  });

export function signInPage(
  uid: string,
  { values = {}, errors = {}, problem, note }: Shown<'email' | 'password'> & Offered,
): Html {
  const passwordFirst = Boolean(values.email) && !errors.email;
  return layout({
    title: 'Sign in',
    script: true,
    body: html`${alert(problem)}
<form method="post" action="/oidc/interaction/${uid}/sign-in" novalidate>
${field({ ...EMAIL, autocomplete: 'username', value: values.email, error: errors.email, autofocus: !passwordFirst })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: errors.password, autofocus: passwordFirst, maxlength: PASSWORD_MAX })}
<button class="primary">Sign in</button>
</form>
<p class="links"><a href="/oidc/forgot-password">Forgot your password?</a>${note === null && html`<a href="/oidc/interaction/${uid}/sign-up">Sign up</a>`}</p>
${note !== null && html`<p class="hint">${note}</p>`}`,
  });
}

type SignUpField = 'firstName' | 'lastName' | 'email' | 'password';

export function signUpPage(
  uid: string,
  { values = {}, errors = {}, problem, note }: Shown<SignUpField> & Offered,
): Html {
  const order: SignUpField[] = ['firstName', 'lastName', 'email', 'password'];
  const focus = order.find((name) => errors[name]) ?? 'firstName';
  const name = (key: 'firstName' | 'lastName', label: string, autocomplete: string) =>
    field({
      name: key,
      label,
      type: 'text',
      autocomplete,
      value: values[key],
      error: errors[key],
      autofocus: focus === key,
      maxlength: 100,
    });
  return layout({
    title: 'Sign up',
    script: true,
    body: html`${note !== null && html`<p class="quiet">${note}</p>`}${alert(problem)}
<form method="post" action="/oidc/interaction/${uid}/sign-up" novalidate>
<div class="pair">${name('firstName', 'First name', 'given-name')}${name('lastName', 'Last name', 'family-name')}</div>
${field({ ...EMAIL, autocomplete: 'username', value: values.email, error: errors.email, autofocus: focus === 'email' })}
${newPassword(errors.password, focus === 'password')}
<button class="primary">Sign up</button>
</form>
<p class="links"><span>Already have an account? <a href="/oidc/interaction/${uid}/sign-in">Sign in</a></span></p>`,
  });
}

type MailForm = {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly button: string;
  readonly signIn: string;
};

function mailFormPage(form: MailForm, { values = {}, errors = {}, problem }: Shown<'email'>): Html {
  return layout({
    title: form.title,
    body: html`<p class="quiet">${form.lead}</p>${alert(problem)}
<form method="post" action="${form.action}" novalidate>
${field({ ...EMAIL, autocomplete: 'username', value: values.email, error: errors.email, autofocus: true })}
<button class="primary">${form.button}</button>
</form>
<p class="links"><a href="${form.signIn}">Back to sign in</a></p>`,
  });
}

export function forgotPasswordPage(signIn: string, shown: Shown<'email'>): Html {
  const lead = 'Enter your email and we’ll send you a link to choose a new password.';
  const form = {
    title: 'Forgot your password?',
    lead,
    action: '/oidc/forgot-password',
    button: 'Send link',
    signIn,
  };
  return mailFormPage(form, shown);
}

export function resendVerificationPage(signIn: string, shown: Shown<'email'>): Html {
  const lead = 'Enter the email you signed up with and we’ll send you a new link.';
  const form = {
    title: 'Confirm your email',
    lead,
    action: '/oidc/resend-verification',
    button: 'Send a new link',
    signIn,
  };
  return mailFormPage(form, shown);
}

const ownEmail = (email: string) =>
  html`<div class="field"><label for="email">Email</label><input id="email" type="email" autocomplete="username" value="${email}" readonly></div>`;

export function resetPasswordPage(code: string, email: string, { errors = {} }: Shown<'password'>): Html {
  return layout({
    title: 'Choose a new password',
    script: true,
    body: html`<p class="quiet">This signs you out everywhere.</p>
<form method="post" action="/oidc/reset-password" novalidate>
<input type="hidden" name="code" value="${code}">
${ownEmail(email)}
${newPassword(errors.password, true)}
<button class="primary">Save password</button>
</form>`,
  });
}

/** Asks for the sign-up password, so neither a stranger's sign-up nor a mail scanner can confirm. */
export function verifyEmailPage(code: string, email: string, { errors = {}, problem }: Shown<'password'>): Html {
  return layout({
    title: 'Confirm your email',
    script: true,
    body: html`<p class="quiet">Enter the password you signed up with.</p>${alert(problem)}
<form method="post" action="/oidc/verify-email" novalidate>
<input type="hidden" name="code" value="${code}">
${ownEmail(email)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: errors.password, autofocus: true, maxlength: PASSWORD_MAX })}
<button class="primary">Confirm email</button>
</form>
<form method="post" action="/oidc/forgot-password">
<input type="hidden" name="email" value="${email}">
<button class="second">Choose a new password</button>
</form>
<p class="links"><span class="quiet">Didn’t sign up? Close this page.</span></p>`,
  });
}
