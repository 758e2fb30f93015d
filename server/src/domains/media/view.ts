/**
 * The wire's photo model as SQL, for lists that pass it on as JSON text. `alias` is the `photos` row in the caller's
 * statement; null if there is no photo.
 */
export function photoJson(alias: string): string {
  return `${alias}.model`;
}

/** The same as an array, which is empty if there is no photo. */
export function photosJson(alias: string): string {
  return `case when ${alias}.id is null then '[]'::json else json_build_array(${photoJson(alias)}) end`;
}
