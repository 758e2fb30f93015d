import { html, htmlPage, type Markup } from '#lib/html.ts';
import type { KeptEmailRow } from './queries.ts';

export function listPage(emails: readonly KeptEmailRow[]): Markup {
  return page(
    'Demo mailbox',
    html`<p class="lead">No mail server is set up, so the e-mails Gyan would send arrive here. Only browsers that opened the demo link see this page.</p>
${
  emails.length === 0
    ? html`<p class="empty">No e-mails yet. Sign up to get the first one.</p>`
    : html`<ol class="emails">${emails.map(
        (email) => html`
<li><a href="/demo/mailbox/${email.id}"><span class="subject">${email.subject}</span>
<span class="meta">To ${email.recipient} · ${when(email)}</span></a></li>`,
      )}
</ol>`
}`,
  );
}

export function emailPage(email: KeptEmailRow, frame: string): Markup {
  return page(
    email.subject,
    html`<p class="meta">To ${email.recipient} · ${when(email)}</p>
<iframe class="email" title="The e-mail as a mail program shows it" sandbox="${frame}" src="/demo/mailbox/${email.id}/html"></iframe>
<h2>As text</h2>
<pre>${linked(email.text)}</pre>
<p><a href="/demo/mailbox">All e-mails</a></p>`,
  );
}

function page(title: string, content: Markup): Markup {
  const head = html`<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/demo/mailbox/style.css">`;
  return htmlPage(
    { title: `${title} · Gyan`, head },
    html`<header><a class="home" href="/">Gyan</a> <a href="/demo/mailbox">Demo mailbox</a></header>
<main>
<h1>${title}</h1>
${content}
</main>`,
  );
}

function when(email: KeptEmailRow): Markup {
  const iso = email.created_at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Turns URLs that are on a line of their own into links. */
function linked(text: string): Markup[] {
  return text.split('\n').map((line) => {
    const [, indent, url] = /^( *)(https?:\/\/\S+)$/.exec(line) ?? [];
    return url ? html`${indent}<a href="${url}">${url}</a>\n` : html`${line}\n`;
  });
}

export const mailboxCss = `
:root { color-scheme: light dark; --paper: #FAF7F0; --surface: #FFFFFF; --ink: #1D1B16; --quiet: #6B665A; --line: #E6E0D2; --link: #2B3A67; --accent: #B4500A; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12141B; --surface: #1A1D27; --ink: #ECE7DB; --quiet: #A9A395; --line: #343847; --link: #A9B8F0; --accent: #F2A65A; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 "Atkinson Hyperlegible Next", system-ui, sans-serif; }
header { display: flex; gap: 1.5rem; align-items: baseline; padding: 1rem max(1.25rem, calc(50vw - 20.75rem)); border-bottom: 1px solid var(--line); }
.home, h1, h2 { font-family: Fraunces, Georgia, serif; font-weight: 600; line-height: 1.25; }
.home { font-size: 1.375rem; color: var(--ink); text-decoration: none; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.lead, .meta { color: var(--quiet); }
.meta { font-size: 0.9375rem; overflow-wrap: anywhere; }
.empty { padding: 2rem; border: 1px dashed var(--line); border-radius: 14px; text-align: center; color: var(--quiet); }
.emails { list-style: none; margin: 1.5rem 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.emails li + li { border-top: 1px solid var(--line); }
.emails a { display: block; padding: 0.875rem 1.25rem; text-decoration: none; color: inherit; }
.emails a:hover .subject { color: var(--accent); }
.emails a:focus-visible { outline-offset: -3px; }
.subject { display: block; font-weight: 700; overflow-wrap: anywhere; }
.email { display: block; width: 100%; height: 36rem; margin-top: 1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--paper); }
pre { margin: 0; padding: 1.25rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; font: inherit; font-size: 0.9375rem; }
`;
