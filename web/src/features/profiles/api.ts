import { cardView } from '#features/cards/card-view.ts';
import { chainView } from '#features/chains/chain-view.ts';
import type { ContentView } from '#features/feed/feed-view.ts';
import { subjectView } from '#features/subjects/subject-view.ts';
import { ownerOf } from '#features/users/owner.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';

export type Shelf = 'cards' | 'chains' | 'subjects';

/** The wire's name of each kind. */
const kinds = { cards: 'post', chains: 'chapter', subjects: 'subject' } as const;

interface ProfileListQuery {
  limit: number;
  cursor?: string;
  only?: Shelf;
}

/** One cursor covers all three lists; it is null for a list that has no more items. */
const shelfOf = (items: ContentView[], count: number, cursor: string | null) => ({
  items,
  count,
  nextCursor: items.length < count ? cursor : null,
});

/** A user and the first page of their cards, chains and subjects. */
export async function readProfile(api: Api, id: string, { only, ...page }: ProfileListQuery) {
  const {
    userModel: user,
    nextCursor = null,
    ...made
  } = await api('GET /user_profile', {
    query: { id, ...page, only: only && kinds[only] },
  });
  return {
    userId: user.userId,
    ...ownerOf(user),
    largePhotoUrl: user.photoModel?.specMap.lg?.url ?? user.photoModel?.specMap.md?.url ?? null,
    linkedin: user.linkedinProfileUrl ?? null,
    shelves: {
      cards: shelfOf(made.postModelVec.map(cardView), made.postCount, nextCursor),
      chains: shelfOf(made.chapterModelVec.map(chainView), made.chapterCount, nextCursor),
      subjects: shelfOf(made.subjectModelVec.map(subjectView), made.subjectCount, nextCursor),
    },
    nextCursor,
  };
}

export type Profile = Awaited<ReturnType<typeof readProfile>>;

/** The next page of one list. */
export async function readProfileList(
  api: Api,
  userId: number,
  only: Shelf,
  page: { limit: number; cursor: string },
): Promise<PageOf<ContentView>> {
  const { shelves, nextCursor } = await readProfile(api, String(userId), { ...page, only });
  return { items: shelves[only].items, nextCursor };
}
