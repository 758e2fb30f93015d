/** Fragments for statements that answer in JSON; they hold no values, only columns. */

/** A moment as the wire wants it: nanoseconds since 1970. */
export function nanoseconds(column: string): string {
  return `((extract(epoch from ${column}) * 1000000)::bigint * 1000)`;
}

/** What an object holds: by name the SQL of a value, or what an object in it holds. Names are written in code, never sent by anybody. */
export interface Members {
  [name: string]: string | Members;
}

/** An object as JSON; `more` holds further members, as `'name', value` pairs. Whoever sends it strips the nulls. */
export function jsonObject(members: Members, more?: string): string {
  const pairs = Object.entries(members).map(
    ([name, value]) => `'${name}', ${typeof value === 'string' ? value : jsonObject(value)}`,
  );
  return `json_build_object(${[...pairs, ...(more ? [more] : [])].join(',\n    ')})`;
}

/**
 * The same as text and without what is null, for lists of thousands: less than half the work of building JSON, which looks up how each name and
 * value is written and is read once more to strip the nulls. The first member is never null.
 */
export function jsonText(members: Members): string {
  const parts = Object.entries(members).map(([name, value], index) => {
    const text = typeof value === 'string' ? `to_json(${value})::text` : jsonText(value);
    return `'${index === 0 ? '{' : ','}"${name}":' || ${text}`;
  });
  return `concat(${[...parts, `'}'`].join(',\n    ')})`;
}

/** An object up to where the items of one list more begin. Both are SQL, and so is the answer: text. */
export function openListText(object: string, name: string): string {
  return `left(json_strip_nulls(${object})::text, -1) || ',"${name}":['`;
}

/** The same with its items, which are JSON text already; null becomes an empty list. */
export function withListText(object: string, name: string, items: string): string {
  return `concat(${openListText(object, name)}, ${items}, ']}')`;
}
