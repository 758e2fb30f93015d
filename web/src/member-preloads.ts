import type { CallName, QueryOf } from '@gyan/contract/calls.ts';
import { pageSizes } from '@gyan/contract/limits.ts';
import { cardSizes } from '#features/cards/StillPicture.tsx';
import { studySizes } from '#features/learning/study-view.ts';
import { tileSizes } from '#features/tiles/TilePicture.tsx';
import { callTarget } from '#lib/call-target.ts';
import { apiBase } from '#lib/paths.ts';

/** What a signed-in user's page will import and request, started by the boot script. */
interface MemberPreloads {
  /** Names of chunks, or keys of the build's manifest. */
  modules: readonly string[];
  /** URLs. */
  calls: readonly string[];
  /** The `sizes` of the page's first picture, which is in the answer to the first call. */
  pictureSizes?: string;
}

const read = <K extends CallName>(call: K, query?: QueryOf<K>) => apiBase + callTarget(call, query).path;

const everywhere = ['member', 'src/lib/browser-api.ts'];
const learning = (file: string) => `src/features/learning/lazy/${file}.tsx`;
const network = { limit: pageSizes.network };

const byPage: Record<string, MemberPreloads> = {
  FeedPage: {
    modules: [...everywhere, learning('ContinueStrip')],
    calls: [read('GET /r/feed', { limit: pageSizes.feed }), read('GET /r/learning')],
    pictureSizes: tileSizes,
  },
  MyChainsPage: {
    modules: everywhere,
    calls: [read('GET /r/chapters', { limit: pageSizes.myLists })],
    pictureSizes: tileSizes,
  },
  NoticesPage: { modules: everywhere, calls: [read('GET /r/notices', { limit: pageSizes.notices })] },
  NetworkPage: {
    modules: everywhere,
    calls: [
      read('GET /r/connections', network),
      read('GET /r/rcvdconnreqs', network),
      read('GET /r/sentconnreqs', network),
    ],
  },
  SettingsPage: { modules: everywhere, calls: [] },
  LearnPage: {
    modules: [...everywhere, learning('LearnHome')],
    calls: [read('GET /r/learning')],
    pictureSizes: studySizes,
  },
  ReviewPage: { modules: everywhere, calls: [read('GET /r/review_session')], pictureSizes: cardSizes },
};

export const memberPreloads = (pageFile: string | undefined): MemberPreloads =>
  byPage[pageFile ?? ''] ?? { modules: [], calls: [] };
