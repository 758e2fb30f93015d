import { type CursorValues, cursorSql, decodeCursor, onePage, pageSize, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import { andNotBlocked } from '#domains/connections/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isDraft, isPublished } from '#domains/visibility/view.ts';
import type { Viewer, ViewerSql } from '#http/viewer.ts';
import type { Collection } from './collection.ts';
import { type CollectionJsonOptions, isListedCollection } from './view.ts';

export interface CollectionPage {
  limit: number;
  after: CursorValues;
}

interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const mostTrending: CursorValues = ['Infinity', '9007199254740991'];
const firstRank: CursorValues = ['-Infinity', '0'];

export function trendingPage(query: ListQuery): CollectionPage {
  return { limit: pageSize(query), after: decodeCursor(query.cursor, mostTrending) };
}

/** A page of a list that is ordered by rank. */
export function rankedPage(query: ListQuery): CollectionPage {
  return { limit: pageSize(query), after: decodeCursor(query.cursor, firstRank) };
}

interface View {
  json: (row: string, options: CollectionJsonOptions) => string;
  join: (row: string, viewer?: ViewerSql) => string;
}

/** The reads that chains and subjects share; all of them answer JSON text. */
export function collectionReads({ kind, table, saved, model }: Collection, { json, join }: View) {
  const trending = (viewer?: ViewerSql) =>
    pageStatement(
      `${model}Vec`,
      `select ${json(kind, { viewer })} as item, ${cursorSql(`${kind}.score`, `${kind}.id`)} as cursor
       from ${table} as ${kind} ${join(kind, viewer)}
       where (${kind}.score, ${kind}.id) < ($2::float8, $3::bigint) ${andNotBlocked(`${kind}.owner_id`, viewer)}
         and ${isListedCollection(kind, kind)}
       order by ${kind}.score desc, ${kind}.id desc
       limit ${onePage}`,
    );
  const viewing = viewerSql(4);
  const lists = {
    trending: { name: `trending-${table}`, text: trending() },
    trendingForViewer: { name: `trending-${table}-for-viewer`, text: trending(viewing) },
    saved: {
      name: `saved-${table}`,
      text: pageStatement(
        `${model}Vec`,
        `select ${json(kind, { rank: 'link.rank', viewer: viewing })} as item,
           ${cursorSql('link.rank', `link.${saved.item}`)} as cursor
         from ${saved.table} as link join ${table} as ${kind} on ${kind}.id = link.${saved.item} ${join(kind, viewing)}
         where link.user_id = ${viewing.id} and (link.rank, link.${saved.item}) > ($2::float8, $3::bigint)
           and (${isPublished(kind)} or ${kind}.owner_id = ${viewing.id} and not ${isDraft(kind)})
           ${andNotBlocked(`${kind}.owner_id`, viewing)}
         order by link.rank, link.${saved.item}
         limit ${onePage}`,
      ),
    },
  };
  const writing = viewerSql(2);
  const answer = `
    select json_strip_nulls(json_build_object(
      '${model}', ${json(kind, { rank: '$4::float8', viewer: writing })}
    ))::text as body
    from ${table} as ${kind} ${join(kind, writing)}
    where ${kind}.id = $1::bigint`;

  async function list(db: Db, name: keyof typeof lists, page: CollectionPage, viewer?: Viewer) {
    const values = [page.limit, ...page.after, ...(viewer ? viewerValues(viewer) : [])];
    const [row] = await db.query<{ body: string }>({ ...lists[name], values });
    return row?.body ?? '';
  }

  return {
    listTrending: (db: Db, page: CollectionPage, viewer?: Viewer) =>
      list(db, viewer ? 'trendingForViewer' : 'trending', page, viewer),

    /** The collections the viewer created or saved, in the viewer's order. */
    listSaved: (db: Db, page: CollectionPage, viewer: Viewer) => list(db, 'saved', page, viewer),

    /** The answer to the user who created or edited it. */
    findAnswer: async (db: Db, id: number, viewer: Viewer, rank?: number): Promise<string | undefined> => {
      const values = [id, ...viewerValues(viewer), rank ?? 0];
      const [row] = await db.query<{ body: string }>({ name: `${kind}-answer`, text: answer, values });
      return row?.body;
    },
  };
}
