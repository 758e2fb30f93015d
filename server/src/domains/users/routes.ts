import { decodeCursor, pageSize } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { type Binding, bind } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import { changePhoto, getUser, getVisiblePerson } from './actions.ts';
import { bestMatch, searchPeople } from './people-search.ts';
import {
  noteInvitePageShown,
  noteTopicsPageShown,
  updateBio,
  updateLicense,
  updateLinkedin,
  updateName,
  updateTags,
} from './queries.ts';
import { ownUserModel, userModel } from './view.ts';

export function userRoutes(deps: { db: Database; storage: Storage }): Binding[] {
  const { db } = deps;
  const me = async (viewer: Viewer) => ({ userModel: ownUserModel(await getUser(db, viewer.userId)) });

  return [
    bind('GET /r/user', async ({ query, viewer }) => {
      if (query.userId === undefined || query.userId === viewer.userId) return me(viewer);
      return { userModel: userModel(viewer, await getVisiblePerson(db, viewer, query.userId)) };
    }),
    bind('GET /r/searchusers', async ({ query, viewer }) => {
      const { rows, nextCursor } = await searchPeople(db, viewer, query.q, {
        limit: pageSize(query),
        after: decodeCursor(query.cursor, bestMatch),
      });
      return { userModelVec: rows.map((person) => userModel(viewer, person)), nextCursor };
    }),
    bind('PUT /r/updateusername', async ({ body, viewer }) => {
      await updateName(db, viewer.userId, { first: body.firstName, last: body.lastName });
      return me(viewer);
    }),
    bind('PUT /r/updateusertags', async ({ body, viewer }) => {
      await updateTags(db, viewer.userId, body.tagVec);
      return me(viewer);
    }),
    bind('PUT /r/updateuserphoto', async ({ body, viewer }) => ({
      userModel: ownUserModel(await changePhoto(deps, viewer, body.photoBase64)),
    })),
    bind('PUT /r/updatelinkedinprofile', async ({ body, viewer }) => {
      await updateLinkedin(db, viewer.userId, body.url);
      return me(viewer);
    }),
    bind('PUT /r/updateuserbio', async ({ body, viewer }) => {
      await updateBio(db, viewer.userId, body.bio);
      return me(viewer);
    }),
    bind('PUT /r/updateuserlicense', async ({ body, viewer }) => {
      await updateLicense(db, viewer.userId, body.license);
      return me(viewer);
    }),
    bind('PUT /r/updatetopicspageshowntime', async ({ viewer }) => {
      await noteTopicsPageShown(db, viewer.userId);
      return me(viewer);
    }),
    bind('PUT /r/updateinvitepageshowntime', async ({ viewer }) => {
      await noteInvitePageShown(db, viewer.userId);
      return me(viewer);
    }),
  ];
}
