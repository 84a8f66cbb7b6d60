const STYLE = `:root{color-scheme:light dark;--page:#eee;--card:#fff;--ink:#16201a;--quiet:#566159;--line:#8a968f;--green:#17683f;--strong:#115532;--on-green:#fff;--red:#a3201d;--red-ground:#fdeeee}
@media (prefers-color-scheme:dark){:root{--page:#121814;--card:#1b231e;--ink:#e6eee8;--quiet:#a3b3a8;--line:#6c7b71;--green:#7fd09b;--strong:#9bdcb1;--on-green:#0c1a11;--red:#ffb1ab;--red-ground:#3a1e1d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--page);color:var(--ink);font:16px/1.5 Geist,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:440px;margin:0 auto;padding:clamp(24px,10vh,96px) 16px 32px}
.brand{display:flex;align-items:center;gap:8px;margin:0 0 16px;color:var(--green);font-weight:600;font-size:18px}
.card{background:var(--card);border-radius:10px;padding:24px;box-shadow:0 1px 2px rgb(0 0 0/.08)}
@media (min-width:480px){.card{padding:32px}}
h1{margin:0 0 8px;font-size:22px;line-height:1.3}
p{margin:0 0 16px;overflow-wrap:anywhere}
.quiet{color:var(--quiet)}
form{margin-top:16px}
.field{margin:0 0 16px}
.pair{display:grid;gap:0 12px}
@media (min-width:480px){.pair{grid-template-columns:1fr 1fr}}
label{display:block;margin:0 0 4px;font-weight:500;font-size:14px}
input{display:block;width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px}
input[readonly]{border-color:transparent;background:var(--page)}
input[aria-invalid]{border-color:var(--red)}
:focus-visible{outline:2px solid var(--green);outline-offset:2px}
.password{position:relative}
.password input{padding-right:76px}
.reveal{position:absolute;inset:1px 1px 1px auto;min-width:72px;border:0;border-radius:6px;background:none;color:var(--green);font:inherit;font-size:14px;cursor:pointer}
.hint{margin:4px 0 0;font-size:14px;color:var(--quiet)}
.error{margin:4px 0 0;font-size:14px;color:var(--red)}
.alert{padding:10px 12px;border-radius:6px;background:var(--red-ground);color:var(--red)}
.primary{display:block;width:100%;min-height:44px;padding:10px 16px;border:0;border-radius:6px;background:var(--green);color:var(--on-green);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.primary:hover{background:var(--strong)}
.second{display:block;width:100%;min-height:44px;margin-top:12px;border:1px solid var(--line);border-radius:6px;background:none;color:inherit;font:inherit;cursor:pointer}
a{color:var(--green)}
.links{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;margin:20px 0 0;font-size:14px}
.links a{padding:4px 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
code{font-size:13px}
`;

/**
 * The pages' styles, in the app's font if available. People coming from the app have it cached; for others it applies
 * from the second page, so nothing shifts.
 */
export const styleOf = (font: string | null): string =>
  font === null
    ? STYLE
    : `@font-face{font-family:Geist;font-weight:100 900;font-display:optional;src:url("${font}") format("woff2")}\n${STYLE}`;

export const SHOW_PASSWORD = `for (const button of document.querySelectorAll('.reveal')) {
  const input = document.getElementById(button.getAttribute('aria-controls'));
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = input.type === 'text';
    input.type = shown ? 'password' : 'text';
    button.firstChild.data = shown ? 'Show' : 'Hide';
    input.focus();
  });
  input.form.addEventListener('submit', () => { input.type = 'password'; });
}
`;
