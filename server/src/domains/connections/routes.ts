import { type CursorValues, decodeCursor, pageSize } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { checkInvitation, inviteAddress } from '#domains/invitations/invite.ts';
import { getPersonForViewer, getUser } from '#domains/users/actions.ts';
import { ownUserModel, userModel } from '#domains/users/view.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import { listBlocked, newestBlock } from './block-queries.ts';
import { setBlock } from './blocks.ts';
import { acceptByLink, getSender } from './links.ts';
import {
  type ListPage,
  listConnections,
  listReceived,
  listSent,
  newestConnection,
  newestRequest,
} from './list-queries.ts';
import { listMuted, newestMute } from './mute-queries.ts';
import { setMute } from './mutes.ts';
import {
  acceptRequest,
  type ConnectionDeps,
  consumeRequestLimits,
  endConnection,
  endRequest,
  requestConnection,
} from './requests.ts';

interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export function connectionRoutes(deps: ConnectionDeps): Binding[] {
  const { db } = deps;
  const page =
    (list: (db: Db, viewer: Viewer, page: ListPage) => Promise<string>, first: CursorValues) =>
    async ({ query, viewer }: { query: PageQuery; viewer: Viewer }) =>
      new JsonText(
        await list(db, viewer, { limit: pageSize(query), after: decodeCursor(query.cursor, first) }),
      );

  return [
    bindKeyed('POST /r/connreq', {
      async prepare({ body, viewer }) {
        const { receivingUserId: userId, receivingUserEmailId: email } = body;
        if (userId !== undefined) {
          return { userId, sendsEmail: await consumeRequestLimits(deps.limiter, viewer, userId) };
        }
        if (email === undefined) throw new ProblemError('invalid_input');
        await checkInvitation(deps, viewer, { email, field: 'receivingUserEmailId', countUser: true });
        return { email };
      },
      write: (db, { viewer }, receiver) =>
        receiver.email === undefined
          ? requestConnection(db, deps.config, viewer, receiver)
          : inviteAddress(db, deps.config, viewer, receiver.email),
    }),
    bind('PUT /r/acceptconnreq', async ({ body, viewer }) => {
      const { connectionReqId: name } = body;
      const senderId =
        typeof name === 'number'
          ? await acceptRequest(db, viewer, name)
          : await acceptByLink(db, viewer, name);
      return {
        sendingUserModel: userModel(viewer, await getPersonForViewer(db, viewer, senderId)),
        receivingUserModel: ownUserModel(await getUser(db, viewer.userId)),
      };
    }),
    bind('POST /invitation', async ({ body }) => ({ sendingUserModel: await getSender(db, body.token) })),
    bind('DELETE /r/connreq', async ({ query, viewer }) => {
      await endRequest(db, viewer, query.connectionReqId);
      return {};
    }),
    bind('DELETE /r/connection', async ({ query, viewer }) => {
      await endConnection(db, viewer, query.userId);
      return {};
    }),
    bind('GET /r/connections', page(listConnections, newestConnection)),
    bind('GET /r/rcvdconnreqs', page(listReceived, newestRequest)),
    bind('GET /r/sentconnreqs', page(listSent, newestRequest)),
    bind('PUT /r/block', async ({ body, viewer }) => {
      await setBlock(db, viewer, body);
      return { blocked: body.blocked };
    }),
    bind('GET /r/blocks', page(listBlocked, newestBlock)),
    bind('PUT /r/mute', async ({ body, viewer }) => {
      await setMute(db, viewer, body);
      return { muted: body.muted };
    }),
    bind('GET /r/mutes', page(listMuted, newestMute)),
  ];
}
