import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { Manifest } from 'vite';
import { errorNotice, memberNav } from '#features/shell/lazy-parts.ts';
import { apiContext } from '#lib/api.ts';
import type { ProblemFacts } from '#lib/api-problem.ts';
import { errorStatus, errorWords, pageProblem } from '#lib/error-words.ts';
import type { Head, SiteConfig } from '#lib/head.ts';
import { type InProcessApi, inProcessApi } from '#lib/in-process-api.ts';
import { handleOf, headOf } from '#lib/page.ts';
import { SiteContext } from '#lib/site.ts';
import { documentHtml, type PageState } from './document.ts';
import { routes } from './routes.ts';

export type { SiteConfig };

export interface RenderInput {
  /** Path and query of the request. */
  url: string;
  site: SiteConfig;
  /** Answers reads of the API for an anonymous visitor, in process; `path` is below the API's base. */
  api: InProcessApi;
  /** Of the browser's build; undefined in development. */
  manifest: Manifest | undefined;
}

export interface Rendered {
  status: number;
  /** The whole document. */
  html: string;
  redirect?: string;
}

await Promise.all([memberNav.preload(), errorNotice.preload()]);

const handler = createStaticHandler(routes);

export async function render({ url, site, api, manifest }: RenderInput): Promise<Rendered> {
  const requestContext = new RouterContextProvider();
  requestContext.set(apiContext, inProcessApi(api));
  // The host does not matter to matching, and must not be taken from the path (`//host`).
  const context = await handler.query(new Request(`http://page.invalid${url}`), { requestContext });
  if (context instanceof Response) {
    const to = context.headers.get('location') ?? '/';
    return { status: context.status, html: '', redirect: to };
  }

  const renderedAt = thisMinute();
  let body: string;
  try {
    body = renderBody(context, site, renderedAt);
  } catch (error) {
    context.errors = { root: error };
    body = renderBody(context, site, renderedAt);
  }
  const error = context.errors && Object.values(context.errors)[0];
  const matches = context.matches.map(({ route, pathname }) => ({
    handle: route.handle as unknown,
    pathname,
    loaderData: context.loaderData[route.id] as unknown,
  }));
  const head: Head = error ? { title: errorWords(error).title, noindex: true } : headOf(matches);
  const state: PageState = {
    site,
    renderedAt,
    loaderData: context.loaderData,
    errors: context.errors && wireErrors(context.errors),
  };
  return {
    status: error ? errorStatus(error) : context.statusCode,
    html: documentHtml({ head, pageFile: handleOf(matches.at(-1))?.file, state, body, manifest }),
  };
}

/**
 * No time on a page is told more exactly. So every server makes the same bytes of the same things, and whoever has them is told that nothing
 * changed, whichever server is asked next.
 */
const thisMinute = () => Math.floor(Date.now() / 60_000) * 60_000;

function renderBody(context: StaticHandlerContext, site: SiteConfig, renderedAt: number): string {
  // It copies the routes it is given, and needs none but those that matched.
  const matched = context.matches.map(({ route }) => ({ ...route, children: undefined }));
  const router = createStaticRouter(matched, context);
  return renderToString(
    <SiteContext value={{ ...site, renderedAt }}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </SiteContext>,
  );
}

const unexpected: ProblemFacts = { status: 500, code: 'internal', detail: 'Something went wrong.' };

function wireErrors(errors: Record<string, unknown>): Record<string, ProblemFacts> {
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [id, pageProblem(error)?.toJSON() ?? unexpected]),
  );
}
