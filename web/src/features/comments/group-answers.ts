import type { CommentView } from './comment-view.ts';

interface CommentGroup {
  comment: CommentView;
  /** Oldest first, as a conversation is read. */
  answers: CommentView[];
}

/**
 * Puts answers beneath their comment. Comments keep their order; an answer whose comment is not loaded stands alone.
 */
export function groupAnswers(newestFirst: readonly CommentView[]): CommentGroup[] {
  const loaded = new Set(newestFirst.map(({ id }) => id));
  const isTop = ({ answerTo }: CommentView) => answerTo === undefined || !loaded.has(answerTo);
  return newestFirst.filter(isTop).map((comment) => ({
    comment,
    answers: newestFirst.filter(({ answerTo }) => answerTo === comment.id).toReversed(),
  }));
}
