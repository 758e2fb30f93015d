import { html, Markup } from '#lib/html.ts';
import type { EmailContent, EmailItem } from './emails.ts';

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

const pageColor = '#FAF7F0';
const surface = '#FFFFFF';
const ink = '#1D1B16';
const quiet = '#6B665A';
const line = '#E6E0D2';
const marigold = '#B4500A';
const indigo = '#2B3A67';
const tile = '#F2E3CF';

const serif = "Fraunces, Georgia, 'Times New Roman', serif";
const sans = "'Atkinson Hyperlegible Next', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

// Mail clients with dark mode use this; others keep the inline light colours.
const darkStyle = new Markup(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #12141B !important; }
    .panel { background: #1A1D27 !important; border-color: #343847 !important; }
    .ink { color: #ECE7DB !important; }
    .quiet { color: #A9A395 !important; }
    .rule { border-color: #343847 !important; }
    .link { color: #A9B8F0 !important; }
    .tile { background: #343847 !important; }
    .button { background: #F2A65A !important; }
    .button a { color: #12141B !important; }
  }
  @media (max-width: 480px) { .panel { padding: 28px 22px !important; } }`);

/** Throws if an e-mail links to anything but this installation. */
export function renderEmail(content: EmailContent, publicUrl: string): RenderedEmail {
  for (const url of urlsOf(content)) {
    if (!url.startsWith(`${publicUrl}/`)) {
      throw new Error('An e-mail may only link to the public address of this installation.');
    }
  }
  return {
    subject: oneLine(content.subject),
    html: renderHtml(content, publicUrl).toString(),
    text: renderText(content, publicUrl),
  };
}

function urlsOf(content: EmailContent): string[] {
  const { items = [], smallLinks = [] } = content;
  const links = [content.action, content.alternative, ...items, ...smallLinks];
  return [
    ...links.map((link) => link?.url),
    ...items.map((item) => item.pictureUrl),
    content.unsubscribeUrl,
  ].filter((url) => url !== undefined);
}

function renderText(content: EmailContent, publicUrl: string): string {
  const parts = [oneLine(content.heading), ...content.paragraphs.map(oneLine)];
  for (const item of content.items ?? []) parts.push(`* ${oneLine(item.text)}\n  ${item.url}`);
  const addLink = (link: { label: string; url: string }) =>
    parts.push(`${oneLine(link.label)}:\n${link.url}`);
  for (const link of [content.action, content.alternative]) if (link) addLink(link);
  if (content.footnote) parts.push(oneLine(content.footnote));
  content.smallLinks?.forEach(addLink);
  parts.push(`-- \nGyan\n${publicUrl}`);
  return `${parts.join('\n\n')}\n`;
}

function renderHtml(content: EmailContent, publicUrl: string): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${oneLine(content.subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="page" style="margin:0; padding:0; background:${pageColor};">
<div style="display:none; max-height:0; overflow:hidden; opacity:0;">${content.preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${pageColor};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td class="ink" style="padding:0 4px 16px; font-family:${serif}; font-size:22px; font-weight:600; color:${ink};">Gyan</td></tr>
<tr><td class="panel" style="padding:36px; background:${surface}; border:1px solid ${line}; border-radius:14px;">
<h1 class="ink" style="margin:0 0 16px; font-family:${serif}; font-size:26px; line-height:1.25; font-weight:600; color:${ink};">${content.heading}</h1>
${content.paragraphs.map(
  (paragraph) =>
    html`<p class="ink" style="margin:0 0 16px; font-family:${sans}; font-size:16px; line-height:1.6; color:${ink};">${paragraph}</p>
`,
)}${content.items && renderItems(content.items)}${content.action && renderAction(content.action)}${content.alternative && renderAlternative(content.alternative)}${
  content.footnote &&
  html`<p class="quiet rule" style="margin:24px 0 0; padding:16px 0 0; border-top:1px solid ${line}; font-family:${sans}; font-size:13px; line-height:1.5; color:${quiet};">${content.footnote}</p>
`
}${content.smallLinks && renderSmallLinks(content.smallLinks)}</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0; font-family:${sans}; font-size:13px; line-height:1.5; color:${quiet};">Sent by <a class="link" href="${publicUrl}/" target="_blank" rel="noopener" style="color:${indigo};">Gyan</a>, where people learn from each other’s pictures.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderItems(items: readonly EmailItem[]): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${items.map(
  ({ text, url, pictureUrl }) =>
    html`<tr><td class="rule" width="56" valign="top" style="width:56px; padding:12px 0; border-top:1px solid ${line};">${
      pictureUrl
        ? html`<img src="${pictureUrl}" width="56" height="56" alt="" style="display:block; width:56px; height:56px; border-radius:10px; object-fit:cover;">`
        : html`<div class="tile" style="width:56px; height:56px; border-radius:10px; background:${tile};"></div>`
    }</td><td class="rule" valign="middle" style="padding:12px 0 12px 14px; border-top:1px solid ${line};"><a class="ink" href="${url}" target="_blank" rel="noopener" style="font-family:${sans}; font-size:16px; line-height:1.5; color:${ink}; text-decoration:none;">${text}</a></td></tr>
`,
)}</table>
`;
}

function renderSmallLinks(links: NonNullable<EmailContent['smallLinks']>): Markup {
  return html`<p class="quiet" style="margin:12px 0 0; font-family:${sans}; font-size:13px; line-height:1.8; color:${quiet};">${links.map(
    ({ label, url }, index) =>
      html`${index > 0 && ' · '}<a class="link" href="${url}" target="_blank" rel="noopener" style="color:${indigo};">${label}</a>`,
  )}</p>
`;
}

function renderAction({ label, url }: NonNullable<EmailContent['action']>): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;">
<tr><td class="button" bgcolor="${marigold}" style="background:${marigold}; border-radius:10px;"><a href="${url}" target="_blank" rel="noopener" style="display:inline-block; padding:13px 24px; font-family:${sans}; font-size:16px; font-weight:700; color:#FFFFFF; text-decoration:none;">${label}</a></td></tr>
</table>
<p class="quiet" style="margin:0; font-family:${sans}; font-size:13px; line-height:1.5; color:${quiet};">If the button does nothing, open this address:<br><a class="link" href="${url}" target="_blank" rel="noopener" style="color:${indigo}; word-break:break-all;">${url}</a></p>
`;
}

function renderAlternative({ label, url }: NonNullable<EmailContent['alternative']>): Markup {
  return html`<p class="ink" style="margin:20px 0 0; font-family:${sans}; font-size:16px; line-height:1.6; color:${ink};"><a class="link" href="${url}" target="_blank" rel="noopener" style="color:${indigo};">${label}</a></p>
`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
