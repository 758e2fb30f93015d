import { pageLimit } from '@gyan/contract/page.ts';

/** A cursor that no list ever gave out. */
export class CursorError extends Error {
  override name = 'CursorError';
}

/** Where a page begins: the values its list is ordered by, taken from the last row of the page before. */
export type Place = readonly string[];

/**
 * Planning a list takes longer than reading it. PostgreSQL plans anew for every call as long as it believes that the values make a better plan;
 * keepGenericPlan in a subquery they cannot, and the plan made once is kept.
 */
export const keepGenericPlan = (value: string) => `(select ${value})`;

/** How many rows a page is read from. */
export const onePage = keepGenericPlan('$1 + 1');

/**
 * Wraps a listing so that one statement answers a whole page as JSON text, its cursor included.
 *
 * `rows` selects `item` (json) and `place` (text, made by `placeOf`) in the list's order, begins after the
 * place in its own parameters and ends with `limit ${onePage}`: the row too many tells whether more remains.
 * `others` are columns beside it that are not for whoever asks.
 */
export function pageStatement(listName: string, rows: string, ...others: string[]): string {
  return `
    select json_strip_nulls(json_build_object(
      '${listName}', coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json),
      'nextCursor', case when count(*) > $1 then max(place) filter (where n = $1) end
    ))::text as ${['body', ...others].join(', ')}
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
  const fits = first.every((start, index) => isLike(start, values[index] ?? ''));
  if (values.length !== first.length || !fits) throw new CursorError();
  return values;
}

/** Where a list begins with a whole number it is ordered by one, and PostgreSQL would choke on any other. */
function isLike(start: string, value: string): boolean {
  return number.test(value) && (/^-?\d+$/.test(start) ? isWhole(value) : isDouble(value));
}

/** Too large and too small are refused there, where JavaScript makes them infinite and nothing. */
export function isDouble(value: string): boolean {
  const [digits = ''] = value.split('e');
  return (
    value.endsWith('Infinity') ||
    (Number.isFinite(Number(value)) && (Number(value) !== 0 || !/[1-9]/.test(digits)))
  );
}

export function isWhole(value: string): boolean {
  return /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value));
}

/** A page of rows, where they still have to become models one by one. */
export interface Page<Row> {
  rows: Row[];
  nextCursor: string | undefined;
}

/** Takes the row too many off again; `place` is made by `placeOf`. */
export function pageOf<Row extends { place: string }>(rows: readonly Row[], limit: number): Page<Row> {
  const shown = rows.slice(0, limit);
  return { rows: shown, nextCursor: rows.length > limit ? shown.at(-1)?.place : undefined };
}

export function pageSize(query: { limit?: number | undefined }): number {
  return query.limit ?? pageLimit.default;
}
