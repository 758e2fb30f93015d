import '#styles/app.css';
import '#features/shell/shell.css';
import '#pages/pages.css';
import { StrictMode, startTransition } from 'react';
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

/** Waits for what it needs in here and not while this file loads: what it waits for imports this very chunk. */
async function start() {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
  const signedIn = currentSession() !== undefined;
  if (signedIn) wakePage();
  await Promise.all([readyRoutes(state), state.errors && errorNotice.ready(), signedIn && memberNav.ready()]);

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
  // In small pieces, so that a slow telephone hears a touch meanwhile.
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

/**
 * A page that may sleep is left as the server rendered it. Any other needs its own file before the first render, else
 * React would find another tree than the server's.
 */
async function readyRoutes(state: PageState) {
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const handle = route.handle as PageHandle | undefined;
      const acts = handle?.acts?.(new URLSearchParams(location.search));
      const asleep = handle?.sleeps && !acts && !state.errors;
      Object.assign(route, asleep ? sleepingRoute(handle) : await route.lazy(), { lazy: undefined });
    }),
  );
}

function sleepingRoute(handle: PageHandle) {
  const load = () => loadPage(handle);
  const loader: LoaderFunction = async (args, context) => (await load()).loader?.(args, context) ?? null;
  return { Component: sleepingPage(load), loader };
}

const revived = (errors: PageState['errors']) =>
  errors && Object.fromEntries(Object.entries(errors).map(([id, facts]) => [id, new ApiProblem(facts)]));

void start();
