export const siteName = 'Gyan';

/** The title of the browser tab. */
export const fullTitle = (title: string) => (title.startsWith(siteName) ? title : `${title} · ${siteName}`);
