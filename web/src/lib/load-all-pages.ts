interface Page {
  nextCursor?: string | null | undefined;
}

/** Loads all pages of a list. */
export async function loadAllPages<P extends Page, Item>(
  load: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    // Each cursor comes from the previous page.
    // oxlint-disable-next-line no-await-in-loop
    const page = await load(cursor);
    items.push(...itemsOf(page));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
