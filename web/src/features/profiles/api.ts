import { cardView } from '#features/cards/card-view.ts';
import { chainView } from '#features/chains/chain-view.ts';
import type { ContentView } from '#features/feed/feed-view.ts';
import { subjectView } from '#features/subjects/subject-view.ts';
import { ownerOf } from '#features/users/owner.ts';
import type { Api } from '#lib/api.ts';
import type { PageOf } from '#lib/use-pages.ts';

export type ProfileListName = 'cards' | 'chains' | 'subjects';

/** The wire's name of each kind. */
const kinds = { cards: 'post', chains: 'chapter', subjects: 'subject' } as const;

interface ProfileListQuery {
  limit: number;
  cursor?: string;
  only?: ProfileListName;
}

/** One cursor covers all three lists; it is null for a list that has no more items. */
const listOf = (items: ContentView[], count: number, cursor: string | null) => ({
  items,
  count,
  nextCursor: items.length < count ? cursor : null,
});

/** A user and the first page of their cards, chains and subjects. */
export async function readProfile(api: Api, id: string, { only, ...page }: ProfileListQuery) {
  const {
    userModel: user,
    nextCursor = null,
    ...answer
  } = await api('GET /user_profile', {
    query: { id, ...page, only: only && kinds[only] },
  });
  return {
    userId: user.userId,
    ...ownerOf(user),
    largePhotoUrl: user.photoModel?.specMap.lg?.url ?? user.photoModel?.specMap.md?.url ?? null,
    linkedin: user.linkedinProfileUrl ?? null,
    bio: user.bio ?? null,
    topics: answer.topicModelVec.map(({ id, name }) => ({ id, name })),
    pinned: answer.pinnedPostModel ? cardView(answer.pinnedPostModel) : null,
    lists: {
      cards: listOf(answer.postModelVec.map(cardView), answer.postCount, nextCursor),
      chains: listOf(answer.chapterModelVec.map(chainView), answer.chapterCount, nextCursor),
      subjects: listOf(answer.subjectModelVec.map(subjectView), answer.subjectCount, nextCursor),
    },
    nextCursor,
  };
}

export type Profile = Awaited<ReturnType<typeof readProfile>>;

/** The next page of one list. */
export async function readProfileList(
  api: Api,
  userId: number,
  only: ProfileListName,
  page: { limit: number; cursor: string },
): Promise<PageOf<ContentView>> {
  const { lists, nextCursor } = await readProfile(api, String(userId), { ...page, only });
  return { items: lists[only].items, nextCursor };
}
