import { decodeCursor, pageSize } from '#db/page.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import {
  chooseTopic,
  createTopic,
  editTopic,
  leaveTopic,
  prepareTopic,
  retireTopic,
  type TopicDeps,
} from './actions.ts';
import { canSeeRetired } from './policy.ts';
import { firstChosen, firstTopic, listChosenTopics, listTopics } from './queries.ts';

export function topicRoutes(deps: TopicDeps): Binding[] {
  const { db } = deps;
  return [
    bind('GET /r/topics', async ({ query, viewer }) => {
      const limit = pageSize(query);
      if (!query.all) {
        const after = decodeCursor(query.cursor, firstChosen);
        return new JsonText(await listChosenTopics(db, { limit, after }, viewer.userId));
      }
      return new JsonText(
        await listTopics(db, {
          limit,
          after: decodeCursor(query.cursor, firstTopic),
          userId: viewer.userId,
          withRetired: (query.retired ?? false) && canSeeRetired(viewer),
          named: query.q,
        }),
      );
    }),
    bindKeyed('POST /r/topic', {
      prepare: ({ body }) => prepareTopic(deps, body),
      write: async (db, { viewer }, topic) => new JsonText(await createTopic(db, viewer, topic)),
    }),
    bind('PUT /r/topic', async ({ body, viewer }) => new JsonText(await editTopic(deps, viewer, body))),
    bind('DELETE /r/topic', async ({ query, viewer }) => {
      await retireTopic(db, viewer, query.topicId);
      return {};
    }),
    bind('PUT /r/link_user_topic', ({ body, viewer }) => chooseTopic(db, viewer, body)),
    bind('PUT /r/unlink_user_topic', async ({ body, viewer }) => {
      await leaveTopic(db, viewer, body);
      return {};
    }),
  ];
}
