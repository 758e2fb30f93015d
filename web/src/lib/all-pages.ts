interface Paged {
  nextCursor?: string | null | undefined;
}

/** Every page of a list that has to be there as a whole, such as one that is put in order. */
export async function allPages<Page extends Paged>(ask: (cursor: string | undefined) => Promise<Page>) {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page tells where the next one begins
    const page = await ask(cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}
