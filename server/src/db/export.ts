/** One thing of a person's, as their export holds it. Rooms give them in pages, ordered by id, until none is left. */
export interface ExportRow {
  id: number;
  /** JSON text. */
  item: string;
  /** The picture that goes with it. */
  photoKey?: string | null;
}
