import { type Html, html } from '../../mail/html';

/** A same-origin referrer policy keeps the Origin header on our forms, and codes in addresses from other sites. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

type Content = { readonly title: string; readonly body: Html; readonly script?: boolean };

/** The page layout: a card on a plain background. */
export function layout({ title, body, script = false }: Content): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Verdant</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oidc/style.css">
${script && html`<script src="/oidc/show-password.js" defer></script>`}
</head>
<body>
<main>
<p class="brand"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M5 19C4 9 10 4 20 4c0 10-5 16-15 15Zm0 0L14 10" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>Verdant</p>
<div class="card">
<h1>${title}</h1>
${body}
</div>
</main>
</body>
</html>`;
}

export type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly autofocus?: boolean;
  readonly maxlength: number;
};

/** A labeled input with hint and error; passwords have a show button. */
export function field(props: FieldProps): Html {
  const { name, label, type, autocomplete, value, error, hint, autofocus = false, maxlength } = props;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const input = html`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxlength}" required
${value !== undefined && type !== 'password' && html`value="${value}"`}
${type === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
${described !== '' && html`aria-describedby="${described}"`} ${error !== undefined && html`aria-invalid="true"`} ${autofocus && html`autofocus`}>`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${
  type === 'password'
    ? html`<div class="password">${input}<button type="button" class="reveal" aria-controls="${name}" hidden>Show<span class="unseen"> password</span></button></div>`
    : input
}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

/** A form-level error, announced to screen readers. */
export function alert(text: string | Html | undefined): Html {
  return html`${text !== undefined && html`<p class="alert" role="alert">${text}</p>`}`;
}
