import { nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { personForViewerJson } from '#domains/users/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { joinRelation } from './view.ts';

export interface ListPage {
  limit: number;
  after: CursorValues;
}

/** The cursor before the newest connection. */
export const newestConnection: CursorValues = ['9007199254740991', '9007199254740991'];
/** The cursor before the newest request. */
export const newestRequest: CursorValues = ['9007199254740991'];

/** Leaves out users whose account is being deleted, and their requests. */
const joinPerson = (column: string, viewer: { id: string }, join = 'join') => `
  ${join} users as person on person.id = ${column} and person.leaving_at is null
  left join photos as photo on photo.id = person.photo_id${joinRelation('person', viewer)}`;

const me = { connections: { id: '$4::bigint' }, requests: { id: '$3::bigint' } };

const personForViewer = personForViewerJson('person', 'photo');

const connections = pageStatement(
  'connModelVec',
  `select json_build_object(
       'connectionModel', ${personForViewer},
       'createdAt', ${nanoseconds('connection.created_at')}
     ) as item,
     ${cursorSql('(extract(epoch from connection.created_at) * 1000000)::bigint', 'connection.other_id')} as cursor
   from connections as connection ${joinPerson('connection.other_id', me.connections)}
   where connection.user_id = ${me.connections.id}
     and (connection.created_at, connection.other_id)
       < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
   order by connection.created_at desc, connection.other_id desc
   limit ${onePage}`,
);

const received = pageStatement(
  'connReqModelVec',
  `select json_build_object(
       'userModel', ${personForViewer},
       'connectionReqId', request.id,
       'createdAt', ${nanoseconds('request.created_at')}
     ) as item, ${cursorSql('request.id')} as cursor
   from connection_requests as request ${joinPerson('request.sender_id', me.requests)}
   where request.receiver_id = ${me.requests.id} and request.id < $2::bigint
   order by request.id desc
   limit ${onePage}`,
);

/** For a request by address the sender sees the address, never the user. */
const sent = pageStatement(
  'connReqModelVec',
  `select json_build_object(
       'userModel', case when request.email is null then ${personForViewer} end,
       'emailId', request.email,
       'connectionReqId', request.id,
       'createdAt', ${nanoseconds('request.created_at')}
     ) as item, ${cursorSql('request.id')} as cursor
   from connection_requests as request ${joinPerson('request.receiver_id', me.requests, 'left join')}
   where request.sender_id = ${me.requests.id} and request.id < $2::bigint
     and (request.email is not null or person.id is not null)
   order by request.id desc
   limit ${onePage}`,
);

const statements = {
  connections,
  'received-requests': received,
  'sent-requests': sent,
};

async function list(
  db: Db,
  name: keyof typeof statements,
  viewer: Viewer,
  { limit, after }: ListPage,
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name,
    text: statements[name],
    values: [limit, ...after, viewer.userId],
  });
  return row?.body ?? '';
}

export function listConnections(db: Db, viewer: Viewer, page: ListPage): Promise<string> {
  return list(db, 'connections', viewer, page);
}

export function listReceived(db: Db, viewer: Viewer, page: ListPage): Promise<string> {
  return list(db, 'received-requests', viewer, page);
}

export function listSent(db: Db, viewer: Viewer, page: ListPage): Promise<string> {
  return list(db, 'sent-requests', viewer, page);
}
