import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';
import type { Head } from './head.ts';

/** The exports of a file under `pages/`. */
export interface PageModule {
  Page: ComponentType;
  loader?: LoaderFunction;
  /** Adds to the head of the page once its data is loaded. */
  head?: (input: never) => Partial<Head>;
}

type Awaitable = (...args: never[]) => unknown;

export interface HeadInput<Loader extends Awaitable = Awaitable> {
  data: Awaited<ReturnType<Loader>>;
  pathname: string;
}

/** What the route table knows about a page before its file is loaded. */
export interface PageHandle {
  title: string;
  /** The file under `pages/`, by which the renderer finds the chunks of the page. */
  file: string;
  /** Excluded from search engines. */
  noindex?: boolean;
  load: () => Promise<PageModule>;
  /** Only for signed-in users. */
  private?: boolean;
  /** Only for admins. */
  admin?: boolean;
  head?: PageModule['head'];
  loads?: boolean;
}

/** Loads the page's file and stores what the route table needs of it. */
export async function loadPage(handle: PageHandle): Promise<PageModule> {
  const module = await handle.load();
  handle.head = module.head;
  handle.loads = module.loader !== undefined;
  return module;
}

interface Matched {
  handle?: unknown;
  pathname: string;
  loaderData?: unknown;
}

export const handleOf = (match: Matched | undefined) => match?.handle as PageHandle | undefined;

/** The head of the page of the last match. */
export function headOf(matches: readonly Matched[]): Head {
  const match = matches.at(-1);
  const handle = handleOf(match);
  if (!match || !handle) return { title: 'Not found', noindex: true };
  const indexed = !handle.noindex && !handle.private;
  const plain: Head = {
    title: handle.title,
    noindex: !indexed,
    canonical: indexed ? match.pathname : undefined,
  };
  if (!handle.head || (handle.loads && match.loaderData === undefined)) return plain;
  const input: HeadInput = { data: match.loaderData, pathname: match.pathname };
  return { ...plain, ...handle.head(input as never) };
}
