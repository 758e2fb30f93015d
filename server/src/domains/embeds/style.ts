/** The embeds' own style sheet; a frame loads nothing of the web app. */
export const embedCss = `
:root { color-scheme: light dark; --paper: #faf7f0; --surface: #ffffff; --ink: #1d1b16; --quiet: #645f53; --line: #e6e0d2; --sunken: #f3eee2; --link: #2b3a67; --accent: #ad4c08; --on-accent: #ffffff; --lamp: #f2a65a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12141b; --surface: #1a1d27; --ink: #ece7db; --quiet: #b0aa9c; --line: #2e3342; --sunken: #242835; --link: #a9b8f0; --accent: #f2a65a; --on-accent: #1b1206; }
}
* { box-sizing: border-box; margin: 0; }
html { scroll-padding-block: 4rem; }
body { display: flex; flex-direction: column; min-height: 100vh; background: var(--paper); color: var(--ink); font: 1rem/1.6 "Atkinson Hyperlegible Next", "Noto Sans Devanagari", system-ui, sans-serif; overflow-wrap: anywhere; }
main { flex: 1; width: 100%; max-width: 46rem; margin-inline: auto; padding: 1rem; }
h1, h5, h6, blockquote { font-family: Fraunces, "Noto Sans Devanagari", Georgia, serif; font-weight: 600; line-height: 1.25; }
h1 { margin-block: 0.75rem 0.25rem; font-size: 1.6rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--quiet); }
.quiet a { color: inherit; }
.small { margin-block-start: 1rem; font-size: 0.9rem; }
.frame { position: relative; }
.picture { display: block; width: 100%; height: auto; max-height: 75vh; object-fit: contain; border-radius: 12px; background: var(--sunken); }
.watch { display: inline-block; padding: 0.3rem 0.9rem; border-radius: 999px; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.frame .watch { position: absolute; inset-block-end: 0.75rem; inset-inline-start: 0.75rem; }
.bar { position: sticky; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; justify-content: space-between; padding: 0.5rem 1rem; background: var(--surface); border-block-end: 1px solid var(--line); inset-block-start: 0; }
.bar-end { inset-block: auto 0; border-block-start: 1px solid var(--line); border-block-end: 0; }
.where { min-width: 0; flex: 1; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 600; }
.where a { color: var(--ink); text-decoration: none; }
.where a:hover { text-decoration: underline; }
.where span { color: var(--quiet); font-weight: 400; }
.where span::before { content: "· "; }
.count { color: var(--quiet); white-space: nowrap; }
.bar nav { display: flex; gap: 0.5rem; }
.step, .home { display: inline-flex; align-items: center; gap: 0.4rem; min-height: 2.75rem; text-decoration: none; white-space: nowrap; }
.step { padding-inline: 1rem; border: 1px solid var(--line); border-radius: 8px; color: var(--ink); font-weight: 600; }
.step:hover { border-color: var(--accent); }
.step-next { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.home { margin-inline-start: auto; color: var(--quiet); }
.home:hover { text-decoration: underline; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.prose { margin-block-start: 0.75rem; }
.prose > * + * { margin-block-start: 0.9em; }
.prose.plain { white-space: pre-line; }
.prose p:empty { min-height: 1lh; }
.prose :is(h5, h6) { font-size: 1.15rem; }
.prose :is(ul, ol) { padding-inline-start: 1.4em; }
.prose li::marker { color: var(--accent); }
.prose blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--lamp); font-size: 1.15rem; }
.prose :is(pre, code) { border-radius: 4px; background: var(--sunken); font-family: ui-monospace, monospace; font-size: 0.92em; }
.prose pre { overflow-x: auto; padding: 0.75em 1em; white-space: pre-wrap; }
.align-center { text-align: center; }
.align-right { text-align: end; }
.align-justify { text-align: justify; }
.ink-1 { color: light-dark(#5f5a4f, #b5afa2); }
.ink-2 { color: light-dark(#a3221b, #f2968f); }
.ink-3 { color: light-dark(#8f3d05, #f2a65a); }
.ink-4 { color: light-dark(#2a5f3c, #8fcfa0); }
.ink-5 { color: light-dark(#0f5f66, #7fd0d4); }
.ink-6 { color: light-dark(#274b9f, #a0b8f8); }
.ink-7 { color: light-dark(#6a2f8f, #cfa8f0); }
.ink-8 { color: light-dark(#9c1f66, #f2a0cc); }
`;
