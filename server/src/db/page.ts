import { pageLimit } from '@gyan/contract/page.ts';

/** A cursor that no list returned. */
export class CursorError extends Error {
  override name = 'CursorError';
}

/** Where a page begins: the sort values of the last row of the previous page. */
export type CursorValues = readonly string[];

/**
 * Planning a list takes longer than reading it. PostgreSQL plans again for every call while it expects the values to
 * give a better plan; inside a subquery it cannot see them, so it keeps the generic plan.
 */
export const keepGenericPlan = (value: string) => `(select ${value})`;

/** One row more than the page, which tells whether another page follows. */
export const onePage = keepGenericPlan('$1 + 1');

/**
 * Wraps a list so that one statement returns a page as JSON text with its cursor. `rows` selects `item` (json) and
 * `cursor` (text, by `cursorSql`) in order, after the cursor in its parameters, and ends with `limit ${onePage}`.
 */
export function pageStatement(listName: string, rows: string): string {
  return `
    select json_strip_nulls(json_build_object(
      '${listName}', coalesce(json_agg(item order by n) filter (where n <= $1), '[]'::json),
      'nextCursor', case when count(*) > $1 then max(cursor) filter (where n = $1) end
    ))::text as body
    from (select item, cursor, row_number() over () as n from (${rows}) as listed) as numbered`;
}

/** SQL for the cursor of a row. */
export function cursorSql(...columns: string[]): string {
  const text = columns.map((column) => `(${column})::text`).join(` || ',' || `);
  return `translate(encode(convert_to(${text}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
}

/** Like `cursorSql`, for values in JavaScript. */
export function encodeCursor(values: readonly (string | number | boolean)[]): string {
  return Buffer.from(values.join(',')).toString('base64url');
}

const number = /^-?(\d+(\.\d+)?(e[+-]?\d+)?|Infinity)$/;

/** Decodes a cursor; `first` holds the values before the first row. */
export function decodeCursor(cursor: string | undefined, first: CursorValues): CursorValues {
  if (cursor === undefined) return first;
  const values = Buffer.from(cursor, 'base64url').toString('latin1').split(',');
  const fits = first.every((start, index) => isLike(start, values[index] ?? ''));
  if (values.length !== first.length || !fits) throw new CursorError();
  return values;
}

/** If the first value is an integer, so must the value be: PostgreSQL would fail on any other. */
function isLike(start: string, value: string): boolean {
  return number.test(value) && (/^-?\d+$/.test(start) ? isSafeInteger(value) : isDouble(value));
}

/** PostgreSQL refuses numbers that are too large or too small; JavaScript turns them into infinity or zero. */
export function isDouble(value: string): boolean {
  const [digits = ''] = value.split('e');
  return (
    value.endsWith('Infinity') ||
    (Number.isFinite(Number(value)) && (Number(value) !== 0 || !/[1-9]/.test(digits)))
  );
}

export function isSafeInteger(value: string): boolean {
  return /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value));
}

/** A page of rows that still have to be turned into models. */
export interface Page<Row> {
  rows: Row[];
  nextCursor: string | undefined;
}

/** Removes the extra row; `cursor` is made by `cursorSql`. */
export function pageOf<Row extends { cursor: string }>(rows: readonly Row[], limit: number): Page<Row> {
  const shown = rows.slice(0, limit);
  return { rows: shown, nextCursor: rows.length > limit ? shown.at(-1)?.cursor : undefined };
}

export function pageSize(query: { limit?: number | undefined }): number {
  return query.limit ?? pageLimit.default;
}
