import type { Database } from '#db/pool.ts';
import { type Binding, bind, bindKeyed } from '#http/serve.ts';
import { decideSuggestion, getSuggestions, suggestChange } from './actions.ts';

export function suggestionRoutes({ db }: { db: Database }): Binding[] {
  return [
    bindKeyed('POST /r/suggestion', {
      write: async (tx, { body, viewer }) => ({ suggestionModel: await suggestChange(tx, viewer, body) }),
    }),
    bind('GET /r/suggestions', ({ query, viewer }) => getSuggestions(db, viewer, query)),
    bind('PUT /r/suggestion', ({ body, viewer }) => decideSuggestion(db, viewer, body)),
  ];
}
