import { type Calls, calls } from '@gyan/contract/calls.ts';
import type { Db, NamedSql, TransactionalDb } from '../server/src/db/pool.ts';
import type { Deps } from '../server/src/deps.ts';
import { cardRoutes } from '../server/src/domains/cards/routes.ts';
import { chainRoutes } from '../server/src/domains/chains/routes.ts';
import { commentRoutes } from '../server/src/domains/comments/routes.ts';
import { feedRoutes } from '../server/src/domains/feed/routes.ts';
import { likeRoutes } from '../server/src/domains/likes/routes.ts';
import { subjectRoutes } from '../server/src/domains/subjects/routes.ts';
import type { HandlerInput } from '../server/src/http/serve.ts';
import type { Viewer } from '../server/src/http/viewer.ts';

/** The single statement that answers a call, for the reference handler to run. */
export async function statementOf(
  key: keyof Calls,
  input: { query?: object; body?: object },
  viewer?: Viewer,
): Promise<NamedSql> {
  const recorded: NamedSql[] = [];
  const recorder: Db = {
    async query<Row extends object>(statement: Parameters<Db['query']>[0]) {
      if (!('name' in statement)) throw new Error(`${key} uses a statement without a name.`);
      recorded.push(statement);
      return [{ body: '{}', count: 0 }] as unknown as Row[];
    },
  };
  // These calls use no dependency but the database.
  const deps = { db: recorder } as unknown as Deps;
  const domains = [feedRoutes, cardRoutes, chainRoutes, subjectRoutes, likeRoutes, commentRoutes];
  const binding = domains.flatMap((routesOf) => routesOf(deps)).find((bound) => bound.key === key);
  if (!binding) throw new Error(`${key} is in none of the domains searched here.`);
  const call = calls[key];
  const query = 'query' in call && call.query ? call.query.parse(input.query ?? {}) : {};
  const handlerInput: Omit<HandlerInput<never>, 'request' | 'reply'> = {
    query: query as never,
    body: input.body as never,
    viewer: viewer as never,
    reads: recorder,
  };
  if ('write' in binding) await binding.write(recorder as TransactionalDb, handlerInput, undefined);
  else await binding.handle(handlerInput as HandlerInput<never>);
  const [statement, another] = recorded;
  if (!statement || another)
    throw new Error(`${key} is answered by ${recorded.length} statements instead of one.`);
  return statement;
}
