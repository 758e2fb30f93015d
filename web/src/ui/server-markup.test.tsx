import { Bookmark, Heart, House, SquarePlus } from 'lucide-react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, NavLink as RouterNavLink, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import createIcon, { type IconData } from './create-icon.tsx';
import { NavLink } from './NavLink.tsx';

// What the server renders by its own code must equal what the libraries render in the browser.

const icons = { bookmark: Bookmark, heart: Heart, house: House, 'square-plus': SquarePlus };

test.each(Object.entries(icons))('the icon “%s” is drawn as its library does', async (name, Library) => {
  const { __iconData: data } = (await import(`lucide-react/icons/${name}`)) as { __iconData: IconData };
  const Own = createIcon(data);
  for (const props of [
    {},
    { size: 20, 'aria-hidden': true },
    { size: 14, fill: 'currentColor', className: 'a b' },
  ]) {
    expect(renderToStaticMarkup(<Own {...props} />)).toBe(renderToStaticMarkup(<Library {...props} />));
  }
});

test('a link to a place says when one is there, as the router’s own does', () => {
  const Own: ComponentType<{ to: string; className?: string; children: string }> = NavLink;
  for (const at of ['/', '/tns', '/tns/more', '/tnsx', '/feed?a=1']) {
    const markup = (Link: typeof Own) => {
      const element = (
        <>
          <Link to="/tns">Cards</Link>
          <Link to="/feed" className="btn">
            Home
          </Link>
        </>
      );
      const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
      return renderToStaticMarkup(<RouterProvider router={router} />);
    };
    expect(markup(Own)).toBe(markup(RouterNavLink));
  }
});
