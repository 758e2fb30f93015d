import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { LicenseLine } from './LicenseLine.tsx';

const markupOf = (source: string | null) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LicenseLine license="cc-by" source={source} />
    </MemoryRouter>,
  );

it('names the licence and leads to what it allows', () => {
  const markup = markupOf(null);
  expect(markup).toContain('CC BY');
  expect(markup).toContain('href="/terms#cc-by"');
  expect(markup).not.toContain('Source');
});

it('links a source that is a web address', () => {
  expect(markupOf('https://example.org/a?b=1')).toContain(
    '<a class="link" href="https://example.org/a?b=1" rel="nofollow ugc noopener">',
  );
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'A book, page 3', 'https://', 'see https://example.org'])(
  'shows %s as text',
  (source) => {
    expect(markupOf(source)).toContain(`Source: ${source}`);
  },
);
