/** One item of a user's export. Domains return them in pages, ordered by id, until none is left. */
export interface ExportRow {
  id: number;
  /** JSON text. */
  item: string;
  /** The picture of the item. */
  photoKey?: string | null;
}
