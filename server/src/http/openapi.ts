import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fastifySwagger } from '@fastify/swagger';
import type { Call, CallKey } from '@gyan/contract/call.ts';
import { calls } from '@gyan/contract/calls.ts';
import { components } from '@gyan/contract/components.ts';
import { problems } from '@gyan/contract/errors.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { matchesEtag } from './byte-cache.ts';
import { problemsOf } from './declared-problems.ts';
import { documentUrl } from './serve.ts';

const docsUrl = '/api/docs';

/** Must be registered before the calls, because it collects their schemas. */
export async function installOpenApi(
  app: FastifyInstance,
  options: { publicUrl: string; version: string },
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Gyan',
        version: options.version,
        description: await readGuide(options.publicUrl),
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
      servers: [{ url: options.publicUrl, description: 'This site' }],
      components: { securitySchemes },
    },
    transform(route) {
      const { schema, url } = toJsonSchema(route);
      const key = route.route.config?.call;
      return { schema: key === undefined ? schema : withAnswers(key, schema as DescribedSchema), url };
    },
    transformObject: (source) => withoutUnusedModels(describeModels(source)),
    hideUntagged: true,
  });
}

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The `authToken` of a sign-in. It ends when the user signs out, or 30 days after its last use.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'gyan_ and 64 hexadecimal digits',
    description: 'An API token from the settings. With the scope `read` it makes GET calls only.',
  },
} as const;

const guideFile = new URL('../../../docs/api.md', import.meta.url);

/** The guide for authors of clients, without its heading and with the address of this site. */
async function readGuide(publicUrl: string): Promise<string> {
  const text = await readFile(guideFile, 'utf8');
  return text.replace(/^# .*\n+/, '').replaceAll('https://gyan.example', publicUrl);
}

const toJsonSchema = createJsonSchemaTransform({ schemaRegistry: components });

const describeModels = createJsonSchemaTransformObject({ schemaRegistry: components });

/** The generator describes every model as input and as output. Most are never sent as input. */
function withoutUnusedModels(document: ReturnType<typeof describeModels>): typeof document {
  const schemas: Record<string, unknown> = ('components' in document && document.components?.schemas) || {};
  for (;;) {
    const text = JSON.stringify(document);
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    if (unused.length === 0) return document;
    for (const name of unused) delete schemas[name];
  }
}

/** The answers of a call in JSON Schema. */
interface DescribedSchema {
  response: { 200: object; default: object };
}

/** Adds the media types of a call and its problems by status. */
function withAnswers(key: CallKey, schema: DescribedSchema): object {
  const call = (calls as Record<CallKey, Call>)[key];
  if (!call) return schema;
  const { 200: answer, default: problem } = schema.response;
  const codes = problemsOf(key, call);
  const binary = { schema: { type: 'string' } };
  const statuses = Map.groupBy(codes, (code) => problems[code].status);
  return {
    ...schema,
    'x-problems': codes,
    response: {
      200: {
        description: 'Done',
        content: {
          'application/json': { schema: answer },
          ...Object.fromEntries((call.alsoAnswers ?? []).map((type) => [type, binary])),
        },
      },
      ...Object.fromEntries(
        [...statuses].map(([status, named]) => [
          status,
          { ...problem, description: named.map((code) => `${code}: ${problems[code].title}`).join('; ') },
        ]),
      ),
    },
  };
}

/** Serves the document and a page to read it. */
export function installDocs(app: FastifyInstance): void {
  let document: { text: string; etag: string } | undefined;
  let reader: Promise<FastifyInstance> | undefined;

  app.get(documentUrl, async (request, reply) => {
    if (!document) {
      const text = JSON.stringify(app.swagger());
      document = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    }
    reply.header('etag', document.etag).header('cache-control', 'public, no-cache');
    if (matchesEtag(request.headers['if-none-match'], document.etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(document.text);
  });

  // Loaded on first use, because it takes 40 MB of memory.
  const read = async (request: FastifyRequest, reply: FastifyReply) => {
    reader ??= openReader();
    const answer = await (await reader).inject({ method: 'GET', url: request.url });
    return reply
      .code(answer.statusCode)
      .header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; frame-ancestors 'none'",
      )
      .header('cache-control', 'public, max-age=3600')
      .type(answer.headers['content-type'] ?? 'text/html')
      .send(answer.rawPayload);
  };
  // The router ignores a trailing slash, but the page finds its script only with one.
  app.get(docsUrl, (request, reply) =>
    request.url.startsWith(`${docsUrl}/`) ? read(request, reply) : reply.redirect(`${docsUrl}/`, 301),
  );
  app.get(`${docsUrl}/*`, read);
}

async function openReader(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const reader = Fastify();
  await reader.register(reference, {
    routePrefix: docsUrl,
    configuration: {
      url: documentUrl,
      pageTitle: 'Gyan: the calls of the server',
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await reader.ready();
  return reader;
}
