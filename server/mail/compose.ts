import { Html, html } from './html';
import type { Letter } from './mail';
import { shortened } from './sender';

export type Recipient = { readonly email: string; readonly firstName: string };

/** What a letter shows besides its words, as text and as markup. */
export type Details = { text: string; html: Html };

type Content = Pick<Letter, 'kind' | 'sender' | 'replyTo' | 'stopAt' | 'isPersonal' | 'addressees' | 'id'> & {
  subject: string;
  /** What it is about. */
  lead: string;
  /** What somebody wrote, with its line breaks. */
  words?: string | undefined;
  details?: Details | undefined;
  /** Further lines, each a paragraph. */
  more?: readonly string[];
  /** Its one button. */
  action?: string;
  link?: string;
  /** Why it came. */
  close: string;
  attachments?: Letter['attachments'];
};

const LONGEST_SUBJECT = 200;
/** What a list of letters shows beside the subject. */
const LONGEST_PREVIEW = 140;

/** A letter in the platform's form: a greeting, what it is about, one button, and why it came. */
export function compose({ email, firstName }: Recipient, content: Content): Letter {
  const { subject, lead, words, details, more = [], action, link, close, attachments, ...head } = content;
  const greeting = firstName ? `Hi ${shortened(firstName, LONGEST_PREVIEW)},` : 'Hi,';
  const button = action && link ? { action, link } : null;
  const parts = [greeting, lead, words, details?.text, ...more, button && `${button.action}: ${button.link}`, close];
  const body = html`<p class="ink">${greeting}</p><p class="ink">${lead}</p>
${words ? html`<p class="ink" style="white-space:pre-line">${words}</p>` : undefined}${details?.html}
${more.map((line) => html`<p class="ink" style="white-space:pre-line">${line}</p>`)}${button ? buttonOf(button) : undefined}
<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#53635a">${close}</p>`;
  return {
    ...head,
    to: email,
    subject: shortened(subject, LONGEST_SUBJECT),
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    html: page(shortened(subject, LONGEST_SUBJECT), shortened(lead, LONGEST_PREVIEW), body),
    ...(attachments?.length ? { attachments } : {}),
  };
}

const buttonOf = ({ action, link }: { action: string; link: string }) =>
  html`<p style="margin:24px 0"><a class="button" href="${link}" style="display:inline-block;padding:12px 20px;background:#1f6b3b;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none">${action}</a></p>
<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#53635a">Or open this link: <a class="link" href="${link}" style="color:#1f6b3b">${link}</a></p>`;

/** Colors in the dark; the light ones are in each tag, which every mail program reads. */
const STYLE = new Html(`:root{color-scheme:light dark;supported-color-schemes:light dark}
body,.card{overflow-wrap:anywhere;word-break:break-word}
@media (max-width:480px){.page{padding:8px!important}.card{padding:16px!important}
.stacks thead{display:none}.stacks td{display:block;border:0!important;padding:2px 0!important}.label{display:inline!important}
.stacks tr{display:block;padding:8px 0;border-bottom:1px solid #8a968e}}
@media (prefers-color-scheme:dark){
.page{background:#121814!important}.card{background:#1b231e!important}.ink,.card{color:#e6eee8!important}
.quiet{color:#a3b3a8!important}.brand,.link{color:#7fd09b!important}.button{background:#2f8a50!important;color:#ffffff!important}
.line{border-color:#36443b!important}}`);

/** The same letter with something said under it. */
export function withFoot(letter: Letter, foot: Details): Letter {
  const said = html`<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#53635a">${foot.html}</p>`;
  return {
    ...letter,
    text: `${letter.text}\n${foot.text}\n`,
    html: letter.html.replace(PAGE_END, () => `${said}${PAGE_END}`),
  };
}

const PAGE_END = '</div></body></html>';

function page(title: string, preview: string, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:24px;background:#eeeeee;font:16px/1.5 system-ui,sans-serif;color:#1c2b21">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<div class="card" style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;color:#1c2b21">
<p class="brand" style="margin:0 0 16px;font-weight:600;color:#1f6b3b">Verdant</p>
${body}${new Html(PAGE_END)}`.toString();
}
