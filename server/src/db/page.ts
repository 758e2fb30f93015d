import { pageLimit } from '@gyan/contract/page.ts';

/** A cursor that no list ever gave out. */
export class CursorError extends Error {
  override name = 'CursorError';
}

/** Where a page begins: the values its list is ordered by, taken from the last row of the page before. */
export type Place = readonly string[];

/**
 * Wraps a listing so that one statement answers a whole page as JSON text, its cursor included.
 *
 * `rows` selects `item` (json) and `place` (text, made by `placeOf`) in the list's order, begins after the
 * place in its own parameters and ends with `limit $1 + 1`: the row too many tells whether more remains.
 */
export function pageStatement(listName: string, rows: string): string {
  return `
    select json_strip_nulls(json_build_object(
      '${listName}', coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json),
      'nextCursor', case when count(*) > $1 then max(place) filter (where n = $1) end
    ))::text as body
    from (select item, place, row_number() over () as n from (${rows}) as listed) as numbered`;
}

/** SQL for the place of a row. */
export function placeOf(...columns: string[]): string {
  const text = columns.map((column) => `(${column})::text`).join(` || ',' || `);
  return `translate(encode(convert_to(${text}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
}

const number = /^-?(\d+(\.\d+)?(e[+-]?\d+)?|Infinity)$/;

/** Reads a cursor back; `first` is where a list without one begins. */
export function readPlace(cursor: string | undefined, first: Place): Place {
  if (cursor === undefined) return first;
  const values = Buffer.from(cursor, 'base64url').toString('latin1').split(',');
  if (values.length !== first.length || !values.every((value) => number.test(value))) throw new CursorError();
  return values;
}

export function pageSize(query: { limit?: number | undefined }): number {
  return query.limit ?? pageLimit.default;
}
