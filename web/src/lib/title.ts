export const siteName = 'Gyan';

/** As the browser's tab shows it. */
export const fullTitle = (title: string) => (title.startsWith(siteName) ? title : `${title} · ${siteName}`);
