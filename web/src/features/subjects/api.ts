import type { PageAsk } from '#features/cards/api.ts';
import type { Api } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { cardCount, treeLabel } from '#lib/text.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { type SubjectView, subjectView } from './subject-view.ts';

export async function listTrendingSubjects(api: Api, query: PageAsk): Promise<PageOf<SubjectView>> {
  const { subjectModelVec, nextCursor = null } = await api('GET /subjects', { query });
  return { items: subjectModelVec.map(subjectView), nextCursor };
}

export interface ChapterOutline {
  id: number;
  title: string;
  href: string;
  countText: string;
  cards: { id: number; label: string; href: string }[];
}

/** A subject with the outline of its chapters and their cards. */
export async function readSubject(api: Api, subjectId: string) {
  const { subjectModel } = await api('GET /subject', { query: { subjectId, includePosts: true } });
  const chapters = (subjectModel.chapterModelVec ?? []).map((chapter): ChapterOutline => {
    const posts = (chapter.feedItemModelVec ?? []).map(({ postModel }) => postModel);
    return {
      id: chapter.id,
      title: chapter.title,
      href: paths.chain(chapter.id),
      countText: cardCount(posts.length),
      cards: posts.map((post) => ({
        id: post.id,
        label: treeLabel(post.title),
        href: paths.card(post.urlText, `sub-${subjectModel.id}`),
      })),
    };
  });
  return { subject: subjectView(subjectModel), desc: subjectModel.desc ?? null, chapters };
}
