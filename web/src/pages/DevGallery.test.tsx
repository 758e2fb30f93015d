import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { coverDrawing } from '#features/tiles/Cover.tsx';
import { DevGallery } from './DevGallery.tsx';

test('every part renders on the server, without a style attribute and without complaint', async () => {
  await coverDrawing.preload();
  const consoleErrors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const html = renderToString(
    <MemoryRouter>
      <DevGallery />
    </MemoryRouter>,
  );
  expect(consoleErrors.mock.calls).toEqual([]);
  expect(html).toContain('The water cycle');
  expect(html).toContain('<svg class="cover');
  // The content security policy forbids inline styles.
  expect(html).not.toMatch(/\sstyle=/);
  expect(html).not.toMatch(/<style/);
  consoleErrors.mockRestore();
});
