export type Figures = Record<string, string | number>;

/** Result of one part of a run. */
export interface Findings {
  failures: string[];
  figures: Figures;
}
