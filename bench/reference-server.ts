import Fastify from 'fastify';
import pg from 'pg';

// Minimal handlers that the product is compared with, in a separate process: one sends bytes, the other runs a
// statement.

export interface BytesReference {
  kind: 'bytes';
  url: string;
  bytes: Uint8Array;
  headers: Record<string, string>;
}

export interface QueryReference {
  kind: 'query';
  method: 'GET' | 'PUT' | 'POST';
  url: string;
  name: string;
  text: string;
  /** `null` is replaced by a value from the request's body. */
  values: unknown[];
  column: string;
}

export type Reference = BytesReference | QueryReference;

export interface StartMessage {
  databaseUrl: string;
  references: Reference[];
}

process.once('message', (message: StartMessage) => {
  void serve(message).then((port) => process.send?.(port));
});
process.on('disconnect', () => process.exit());

async function serve({ databaseUrl, references }: StartMessage): Promise<number> {
  const app = Fastify();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  for (const reference of references) {
    if (reference.kind === 'bytes') {
      const bytes = Buffer.from(reference.bytes);
      app.get(reference.url, (_request, reply) => reply.headers(reference.headers).send(bytes));
      continue;
    }
    const { method, url, name, text, values, column } = reference;
    app.route<{ Body: { values: unknown[] } }>({
      method,
      url,
      handler: async (request, reply) => {
        const bodyValues = [...(request.body?.values ?? [])];
        const statementValues =
          bodyValues.length > 0 ? values.map((value) => value ?? bodyValues.shift()) : values;
        const { rows } = await pool.query<Record<string, string>>({ name, text, values: statementValues });
        return reply.type('application/json; charset=utf-8').send(rows.map((row) => row[column]).join(''));
      },
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
