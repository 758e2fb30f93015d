/**
 * The wire's photo model as SQL, for lists that pass it on as JSON text. `alias` is the `photos` row in the caller's
 * statement; null if there is no photo.
 */
export function photoJson(alias: string): string {
  return `${alias}.model`;
}
