import type { SubjectModel } from '@gyan/contract/subjects.ts';
import { firstPhoto, isGreat } from '#features/cards/card-view.ts';
import { descriptionWordCount, firstWords } from '#features/tiles/text.ts';
import type { TilePhoto } from '#features/tiles/tile.ts';
import { type HiddenVisibility, hiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import { type Owner, ownerOf } from '#features/users/owner.ts';
import { paths } from '#lib/paths.ts';
import { millisecondsOf } from '#lib/relative-time.ts';
import { cardCount, chapterCount } from '#lib/text.ts';

/** What a tile shows of a subject. */
export interface SubjectView {
  kind: 'subject';
  id: number;
  title: string;
  href: string;
  chapterCount?: number;
  countText?: string;
  previewText: string | null;
  photo: TilePhoto | null;
  owner: Owner;
  createdAt: number;
  likeCount: number;
  great?: boolean | undefined;
  visibility?: HiddenVisibility | undefined;
}

function contents({ chapterCount: chapters, postCount }: SubjectModel) {
  if (chapters === undefined) return {};
  const parts = [chapterCount(chapters), ...(postCount === undefined ? [] : [cardCount(postCount)])];
  return { chapterCount: chapters, countText: parts.join(' · ') };
}

export const subjectView = (subject: SubjectModel): SubjectView => ({
  kind: 'subject',
  id: subject.id,
  title: subject.title,
  href: paths.subject(subject.id),
  ...contents(subject),
  previewText: subject.desc ? firstWords(subject.desc, descriptionWordCount) : null,
  photo: firstPhoto(subject),
  owner: ownerOf(subject.ownerModel),
  createdAt: millisecondsOf(subject.createdAt),
  likeCount: subject.likeCount,
  great: isGreat(subject),
  visibility: hiddenVisibility(subject),
});
