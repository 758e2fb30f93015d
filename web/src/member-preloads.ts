import type { CallName, QueryOf } from '@gyan/contract/calls.ts';
import { pageSizes } from '@gyan/contract/limits.ts';
import { callTarget } from '#lib/call-target.ts';
import { apiBase } from '#lib/paths.ts';

/** What a signed-in user's page will import and request; the boot script starts both at once. */
interface MemberPreloads {
  /** Keys of the build's manifest. */
  modules: readonly string[];
  /** URLs. */
  calls: readonly string[];
}

const read = <K extends CallName>(call: K, query?: QueryOf<K>) => apiBase + callTarget(call, query).path;

const everywhere = ['src/features/shell/MemberNav.tsx', 'src/lib/browser-api.ts'];
const inPrivateArea = [...everywhere, 'src/features/shell/PrivateArea.tsx'];
const learning = (file: string) => `src/features/learning/lazy/${file}.tsx`;

const byPage: Record<string, MemberPreloads> = {
  FeedPage: {
    modules: [...inPrivateArea, learning('ContinueStrip')],
    calls: [read('GET /r/feed', { limit: pageSizes.feed })],
  },
  MyChainsPage: { modules: inPrivateArea, calls: [read('GET /r/chapters', { limit: pageSizes.myLists })] },
  NoticesPage: { modules: inPrivateArea, calls: [read('GET /r/notices', { limit: pageSizes.notices })] },
  NetworkPage: { modules: inPrivateArea, calls: [read('GET /r/connections', { limit: pageSizes.network })] },
  SettingsPage: { modules: inPrivateArea, calls: [] },
  LearnPage: { modules: [...everywhere, learning('LearnHome')], calls: [] },
  ReviewPage: { modules: inPrivateArea, calls: [] },
};

export const memberPreloads = (pageFile: string | undefined): MemberPreloads =>
  byPage[pageFile ?? ''] ?? { modules: [], calls: [] };
