import type { LikeState } from '@gyan/contract/likes.ts';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { type Binding, bind } from '#http/serve.ts';
import type { Viewer } from '#http/viewer.ts';
import { type Likeable, setLike } from './queries.ts';

export function likeRoutes({ db }: { db: Db }): Binding[] {
  const like = async (viewer: Viewer, content: Likeable, liked: boolean): Promise<LikeState> => {
    const likeCount = await setLike(db, content, viewer, liked);
    if (likeCount === undefined) {
      throw new ProblemError('not_found', `This ${content.kind} is not here, or not any more.`);
    }
    return { likeCount, likedByViewer: liked };
  };

  return [
    bind('PUT /r/post_like', ({ body, viewer }) =>
      like(viewer, { kind: 'card', id: body.postId }, body.liked),
    ),
    bind('PUT /r/chapter_like', ({ body, viewer }) =>
      like(viewer, { kind: 'chain', id: body.chapterId }, body.liked),
    ),
    bind('PUT /r/subject_like', ({ body, viewer }) =>
      like(viewer, { kind: 'subject', id: body.subjectId }, body.liked),
    ),
  ];
}
