import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { Manifest } from 'vite';
import { errorNotice, memberNav, pageErrorNotice } from '#features/shell/lazy-parts.ts';
import { coverDrawing } from '#features/tiles/Cover.tsx';
import { apiContext } from '#lib/api.ts';
import type { ProblemFacts } from '#lib/api-problem.ts';
import { errorStatus, errorTexts, pageProblem } from '#lib/error-texts.ts';
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
  /** Answers API reads for an anonymous visitor, in process; `path` is relative to the API's base. */
  api: InProcessApi;
  /** Of the browser build; undefined in development. */
  manifest: Manifest | undefined;
}

export interface Rendered {
  status: number;
  html: string;
  redirect?: string;
}

await Promise.all([
  memberNav.preload(),
  errorNotice.preload(),
  pageErrorNotice.preload(),
  coverDrawing.preload(),
]);

const handler = createStaticHandler(routes);

export async function render({ url, site, api, manifest }: RenderInput): Promise<Rendered> {
  const requestContext = new RouterContextProvider();
  requestContext.set(apiContext, inProcessApi(api));
  // The host does not matter for matching and must not come from the path (`//host`).
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
  const handle = handleOf(matches.at(-1));
  const head: Head = error ? { title: errorTexts(error).title, noindex: true } : headOf(matches);
  const state: PageState = {
    site,
    renderedAt,
    loaderData: context.loaderData,
    errors: context.errors && wireErrors(context.errors),
  };
  return {
    status: error ? errorStatus(error) : context.statusCode,
    html: documentHtml({
      head,
      pageFile: handle?.file,
      isPrivate: handle?.private ?? false,
      state,
      body,
      manifest,
    }),
  };
}

/**
 * Rounded to a minute, the precision of times on a page: all servers render equal bytes, so that ETags match
 * on every server.
 */
const thisMinute = () => Math.floor(Date.now() / 60_000) * 60_000;

function renderBody(context: StaticHandlerContext, site: SiteConfig, renderedAt: number): string {
  // It copies the routes it gets, and needs only the matched ones.
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
