export const siteName = 'Gyan';

/** The title of a page with the name of the site. */
export const fullTitle = (title: string) => (title.startsWith(siteName) ? title : `${title} · ${siteName}`);

/** A count with at most two digits, as badges and the tab show it. */
export const shortCount = (count: number) => (count > 99 ? '99+' : String(count));

let shown: string | undefined;
let unread = 0;

function update() {
  // At first the server's title.
  shown ??= document.title;
  document.title = unread > 0 ? `(${shortCount(unread)}) ${shown}` : shown;
}

/** Sets the title of the browser tab. */
export function setTitle(title: string) {
  shown = fullTitle(title);
  update();
}

/** Shows a count before the title of the browser tab, on this page and the next ones. */
export function setTitleCount(count: number) {
  unread = count;
  update();
}
