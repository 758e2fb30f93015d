import '#styles/app.css';
import '#features/shell/shell.css';
import '#pages/pages.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type LoaderFunction, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { api } from '#features/session/actions.ts';
import { currentSession } from '#features/session/store.ts';
import { errorNotice, memberNav } from '#features/shell/late-parts.ts';
import { apiContext } from '#lib/api.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { loadPage, type PageHandle } from '#lib/page.ts';
import { SiteContext } from '#lib/site.ts';
import { sleepingPage, wakePage } from '#lib/sleeping-page.tsx';
import type { PageState } from './document.ts';
import { routes } from './routes.ts';

const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;

// A page that may sleep is left as the server rendered it. Any other needs its own file before the first render, else
// React would find another tree than the server's.
await Promise.all(
  (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    const handle = route.handle as PageHandle;
    const late = handle.sleeps && !state.errors;
    Object.assign(route, late ? sleepingRoute(handle) : await route.lazy(), { lazy: undefined });
  }),
);

function sleepingRoute(handle: PageHandle) {
  const load = () => loadPage(handle);
  const loader: LoaderFunction = async (args, context) => (await load()).loader?.(args, context) ?? null;
  return { Component: sleepingPage(load), loader };
}

if (state.errors) await errorNotice.ready();
if (currentSession()) {
  wakePage();
  await memberNav.ready();
}

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
