/** What can be shown inside another site; the names are those of the paths. */
export type EmbedKind = 'pd' | 'ch' | 'sub';

/** In CSS pixels. Narrower and lower frames work too; the content scrolls. */
export const embedSizes: Record<EmbedKind, { width: number; height: number }> = {
  pd: { width: 640, height: 560 },
  ch: { width: 640, height: 640 },
  sub: { width: 640, height: 640 },
};

export interface Embed {
  publicUrl: string;
  kind: EmbedKind;
  /** The id; of a card also the `urlText`. */
  id: number | string;
  title: string;
  width?: number;
  height?: number;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

export const embedPath = (kind: EmbedKind, id: number | string) => `/embed/${kind}/${encodeURIComponent(id)}`;

/** The HTML that shows it on another site. */
export function embedCode({ publicUrl, kind, id, title, ...size }: Embed): string {
  const { width, height } = { ...embedSizes[kind], ...size };
  const src = escape(publicUrl + embedPath(kind, id));
  const style = 'border:0;max-width:100%;border-radius:12px';
  return `<iframe src="${src}" width="${width}" height="${height}" title="${escape(title)}" loading="lazy" style="${style}"></iframe>`;
}
