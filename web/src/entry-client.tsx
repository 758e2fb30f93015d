import '#styles/app.css';
import '#features/shell/shell.css';
import '#pages/pages.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { apiContext } from '#lib/api.ts';
import { SiteContext } from '#lib/site.ts';
import type { PageState } from './document.ts';
import { routes } from './routes.ts';

const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;

// The page's own file has to be there before the first render, else React would find another tree than the server's.
await Promise.all(
  (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }),
);

const errors =
  state.errors &&
  Object.fromEntries(Object.entries(state.errors).map(([id, facts]) => [id, new ApiProblem(facts)]));

const router = createBrowserRouter(routes, {
  hydrationData: { loaderData: state.loaderData, errors },
  getContext: () => {
    const context = new RouterContextProvider();
    context.set(apiContext, api);
    return context;
  },
});

const site = { ...state.site, renderedAt: state.renderedAt };

hydrateRoot(
  document.getElementById('root') as HTMLElement,
  <StrictMode>
    <SiteContext value={site}>
      <RouterProvider router={router} />
    </SiteContext>
  </StrictMode>,
);
