import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes text and attributes', () => {
  const nasty = `<img src=x onerror="alert('1')">&`;
  const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
  expect(html`<p title="${nasty}">${nasty}</p>`.toString()).toBe(`<p title="${escaped}">${escaped}</p>`);
});

it('puts markup into markup as it is, one piece or many', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
});

it('leaves out what is not there, and keeps zero', () => {
  expect(html`${undefined}${null}${false}${0}`.toString()).toBe('0');
});
