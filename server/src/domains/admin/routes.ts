import type { CreatorRequestModel } from '@gyan/contract/creator-requests.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { decodeCursor, pageSize } from '#db/page.ts';
import { confirmIdentity } from '#domains/auth/reauthentication.ts';
import { firstPerson, listPeopleOfRoles } from '#domains/users/queries.ts';
import { ownUserModel, userModel } from '#domains/users/view.ts';
import type { Limiter } from '#http/limits.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import type { Role } from '#http/viewer.ts';
import { listAuditEntries, newestAuditEntry } from './audit-queries.ts';
import { type CreatorRequestRow, listWaiting, longestWaiting } from './creator-request-queries.ts';
import { decideRequest, requestCreatorRole } from './creator-requests.ts';
import { type RoleDeps, setRole } from './roles.ts';

/** The tabs of the role list: super admins are listed with the admins. */
const tabs = { kAdmin: ['kAdmin', 'kSuperAdmin'], kCreator: ['kCreator'] } satisfies Record<string, Role[]>;

export function adminRoutes(deps: RoleDeps & { limiter: Limiter }): Binding[] {
  const { db } = deps;
  return [
    bind('GET /r/getusers', async ({ query, viewer }) => {
      const { rows, nextCursor } = await listPeopleOfRoles(db, viewer, tabs[query.role], {
        limit: pageSize(query),
        after: decodeCursor(query.cursor, firstPerson),
      });
      return { userModelVec: rows.map((person) => userModel(viewer, person)), nextCursor };
    }),
    bind('PUT /r/updateuserrole', async ({ body, viewer }) => {
      const { userId, userRole: role, currentPasswd } = body;
      await confirmIdentity(deps, viewer, { currentPasswd });
      return { userModel: userModel(viewer, await setRole(deps, viewer, { userId, role })) };
    }),
    bindKeyed('POST /r/creator_request', {
      async write(db, { body, viewer }) {
        const { user, request } = await requestCreatorRole(db, viewer, body.message);
        return { creatorRequestModel: requestModel(ownUserModel(user), request) };
      },
    }),
    bind('GET /r/creator_requests', async ({ query, viewer }) => {
      const { rows, nextCursor } = await listWaiting(db, viewer, {
        limit: pageSize(query),
        after: decodeCursor(query.cursor, longestWaiting),
      });
      return {
        creatorRequestModelVec: rows.map((row) => requestModel(userModel(viewer, row), row)),
        nextCursor,
      };
    }),
    bind('PUT /r/creator_request', async ({ body, viewer }) => {
      const { userId, granted, currentPasswd } = body;
      if (granted) await confirmIdentity(deps, viewer, { currentPasswd });
      return { userModel: userModel(viewer, await decideRequest(deps, viewer, { userId, granted })) };
    }),
    bind(
      'GET /r/audit',
      async ({ query }) =>
        new JsonText(
          await listAuditEntries(db, {
            limit: pageSize(query),
            after: decodeCursor(query.cursor, newestAuditEntry),
            signIns: query.signIns,
          }),
        ),
    ),
  ];
}

function requestModel(person: UserModel, request: CreatorRequestRow): CreatorRequestModel {
  return {
    userModel: person,
    message: request.message,
    createdAt: request.created_at.getTime() * 1_000_000,
  };
}
