import type { UserModel } from '@gyan/contract/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { loadAllPages } from '#lib/load-all-pages.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** All users an admin can post as. */
export const creators = () =>
  queryOptions({
    queryKey: queryKeys.allCreators(),
    queryFn: ({ signal }): Promise<UserModel[]> =>
      loadAllPages(
        (cursor) => api('GET /r/getusers', { query: { role: 'kCreator', limit: 200, cursor }, signal }),
        ({ userModelVec }) => userModelVec,
      ),
  });

export interface VideoFacts {
  title: string;
  desc: string;
  thumbnailUrl: string;
}

/** Errors shown to the user. After any other error the user can type the title. */
const clientErrors = new Set([
  'not_found',
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'email_unverified',
]);

/** The video's metadata; undefined when the video site is unreachable. */
export async function findVideo(videoId: string): Promise<VideoFacts | undefined> {
  try {
    const found = await api('GET /r/video_metadata', { query: { videoProvider: 'kYoutube', videoId } });
    return { title: found.title, desc: found.desc ?? '', thumbnailUrl: found.thumbnailUrl ?? '' };
  } catch (error) {
    if (error instanceof ApiProblem && clientErrors.has(error.code)) throw error;
    return undefined;
  }
}
