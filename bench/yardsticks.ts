import Fastify from 'fastify';
import pg from 'pg';

// What the product is compared with, in a process of its own: bare handlers that do nothing but what they are named after.

export interface BytesYardstick {
  kind: 'bytes';
  url: string;
  bytes: Uint8Array;
  headers: Record<string, string>;
}

export interface QueryYardstick {
  kind: 'query';
  method: 'GET' | 'PUT' | 'POST';
  url: string;
  name: string;
  text: string;
  /** For a writing one `null` stands where the request's body has a value of its own. */
  values: unknown[];
  column: string;
}

export type Yardstick = BytesYardstick | QueryYardstick;

export interface Begin {
  databaseUrl: string;
  yardsticks: Yardstick[];
}

process.once('message', (begin: Begin) => {
  void serve(begin).then((port) => process.send?.(port));
});
process.on('disconnect', () => process.exit());

async function serve({ databaseUrl, yardsticks }: Begin): Promise<number> {
  const app = Fastify();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  for (const yardstick of yardsticks) {
    if (yardstick.kind === 'bytes') {
      const bytes = Buffer.from(yardstick.bytes);
      app.get(yardstick.url, (_request, reply) => reply.headers(yardstick.headers).send(bytes));
      continue;
    }
    const { method, url, name, text, values, column } = yardstick;
    app.route<{ Body: { values: unknown[] } }>({
      method,
      url,
      handler: async (request, reply) => {
        const own = [...(request.body?.values ?? [])];
        const given = own.length > 0 ? values.map((value) => value ?? own.shift()) : values;
        const { rows } = await pool.query<Record<string, string>>({ name, text, values: given });
        return reply.type('application/json; charset=utf-8').send(rows.map((row) => row[column]).join(''));
      },
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
