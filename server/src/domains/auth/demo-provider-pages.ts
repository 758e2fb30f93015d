import { html, htmlPage, type Markup } from '#lib/html.ts';

interface Person {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
}

export function chooserPage(people: readonly Person[]): Markup {
  return htmlPage(
    {
      title: 'Choose who you are · Gyan demo',
      head: html`<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/demo/openid/style.css">`,
    },
    html`<main>
<p class="home">Gyan</p>
<h1>Choose who you are</h1>
<p class="lead">No Google client is set up, so this page stands in for Google. Only browsers that opened the demo link see it.</p>
<form method="post">
<ul class="people">${people.map(
      ({ key, firstName, lastName, email }) => html`
<li><button name="person" value="${key}"><span class="name">${firstName} ${lastName}</span> <span class="email">${email}</span></button></li>`,
    )}
</ul>
<button class="cancel" name="person" value="">Cancel</button>
</form>
</main>`,
  );
}

export const chooserCss = `
:root { color-scheme: light dark; --paper: #FAF7F0; --surface: #FFFFFF; --ink: #1D1B16; --quiet: #6B665A; --line: #E6E0D2; --edge: #8A8473; --link: #2B3A67; --accent: #B4500A; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12141B; --surface: #1A1D27; --ink: #ECE7DB; --quiet: #A9A395; --line: #343847; --edge: #7C8193; --link: #A9B8F0; --accent: #F2A65A; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 "Atkinson Hyperlegible Next", system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.home, h1 { font-family: Fraunces, Georgia, serif; font-weight: 600; line-height: 1.25; }
.home { margin: 0 0 1.5rem; font-size: 1.375rem; color: inherit; text-decoration: none; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; }
.lead { margin: 0; color: var(--quiet); }
.people { list-style: none; margin: 1.5rem 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.people li + li { border-top: 1px solid var(--line); }
button { font: inherit; color: inherit; cursor: pointer; }
.people button { display: block; width: 100%; min-height: 3.5rem; padding: 0.625rem 1.25rem; border: 0; background: none; text-align: start; }
.people button:hover .name { color: var(--accent); }
.name { display: block; font-weight: 700; }
.email { font-size: 0.9375rem; color: var(--quiet); overflow-wrap: anywhere; }
.cancel { min-height: 2.75rem; padding: 0.5rem 1.25rem; background: none; border: 1px solid var(--edge); border-radius: 10px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.people button:focus-visible { outline-offset: -3px; }
`;
