import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#app.ts';
import { type Config, readConfig } from '#config.ts';
import type { Database } from '#db/pool.ts';
import { closeDeps, type Deps, openDeps } from '#deps.ts';
import { issueToken } from '#domains/auth/actions.ts';
import { makeUser, type UserFields } from './factories.ts';

export interface RequestOptions {
  method?: string;
  token?: string | undefined;
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text if it is not JSON. */
  body: never;
  text: string;
}

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  db: Database;
  url: string;
  /** Sends a request over a real socket; API paths are written as in the contract. */
  request(path: string, options?: RequestOptions): Promise<TestResponse>;
  /** A user with a session. */
  signedIn(fields?: UserFields): Promise<{ userId: number; token: string }>;
  close(): Promise<void>;
}

/** The whole server on a migrated database, with its own storage folder. */
export async function openApp(
  databaseUrl: string,
  overrides: Partial<Config> = {},
  options: { pages?: boolean } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'gyan-test-'));
  const config: Config = {
    ...readConfig(
      {
        RATE_LIMITS: 'off',
        NEW_ACCOUNT_LIMITS: 'off',
        LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
        DATA_DIR: folder,
      },
      'test',
    ),
    storageUrl: pathToFileURL(join(folder, 'storage')).href,
    ...overrides,
  };
  const deps = await openDeps(config, databaseUrl);
  const app = await buildApp(deps, { pages: options.pages ?? false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const request = async (
    path: string,
    { method = 'GET', token, body, form, headers = {} }: RequestOptions = {},
  ) => {
    const address =
      path.startsWith('/api') || !path.startsWith('/') || rooted.test(path) ? path : `/api/v1${path}`;
    const response = await fetch(new URL(address, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      ...(form ? { body: toForm(form) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : text) as never,
    };
  };

  return {
    app,
    deps,
    db: deps.db,
    url,
    request,
    async signedIn(fields) {
      const userId = await makeUser(deps.db, fields);
      return { userId, token: await issueToken(deps.db, userId, 'test') };
    },
    async close() {
      await app.close();
      await closeDeps(deps);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** Paths outside the API. */
const rooted = /^\/(healthz|readyz|media|demo|assets|feeds|sitemap|robots|embed|oembed|share|pages?)\b/;

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
