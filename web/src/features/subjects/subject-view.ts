import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { type CollectionView, collectionView } from '#features/chains/collection-view.ts';
import { paths } from '#lib/paths.ts';
import { cardCount, chapterCount } from '#lib/text.ts';

/** What a tile shows of a subject. */
export interface SubjectView extends CollectionView {
  kind: 'subject';
  href: string;
  chapterCount?: number;
  countText?: string;
}

function contents({ chapterCount: chapters, postCount }: SubjectModel) {
  if (chapters === undefined) return {};
  const parts = [chapterCount(chapters), ...(postCount === undefined ? [] : [cardCount(postCount)])];
  return { chapterCount: chapters, countText: parts.join(' · ') };
}

export const subjectView = (subject: SubjectModel): SubjectView => ({
  ...collectionView(subject),
  kind: 'subject',
  href: paths.subject(subject.id),
  ...contents(subject),
});
