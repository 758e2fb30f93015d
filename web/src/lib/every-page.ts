interface Page {
  nextCursor?: string | null | undefined;
}

/** A list from its first page to its last, for those who need all of it. */
export async function everyPage<P extends Page, Item>(
  load: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    // Where a page begins is known only from the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await load(cursor);
    items.push(...itemsOf(page));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
