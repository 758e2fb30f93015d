import '#styles/app.css';
import '#features/shell/shell.css';
import '#pages/pages.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { api } from '#features/session/actions.ts';
import { currentSession } from '#features/session/store.ts';
import { memberNav, pageErrorNotice } from '#features/shell/lazy-parts.ts';
import { apiContext } from '#lib/api.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { SiteContext } from '#lib/site.ts';
import type { PageState } from './document.ts';
import { routes } from './routes.ts';

/** A function, because a top-level await of chunks that import this one would deadlock. */
async function start() {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
  const signedIn = currentSession() !== undefined;
  await Promise.all([
    loadMatchedRoutes(),
    state.errors && pageErrorNotice.preload(),
    signedIn && memberNav.preload(),
  ]);

  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: state.loaderData, errors: revived(state.errors) },
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(apiContext, api);
      return context;
    },
  });
  const site = { ...state.site, renderedAt: state.renderedAt };
  const root = document.getElementById('root') as HTMLElement;
  // In a transition, so that a slow phone can handle input during hydration.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <SiteContext value={site}>
          <RouterProvider router={router} />
        </SiteContext>
      </StrictMode>,
    );
  });
}

/** The matched pages must be loaded before the first render, otherwise hydration fails. */
const loadMatchedRoutes = () =>
  Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );

const revived = (errors: PageState['errors']) =>
  errors && Object.fromEntries(Object.entries(errors).map(([id, facts]) => [id, new ApiProblem(facts)]));

void start();
if (import.meta.env.PROD)
  addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined));
