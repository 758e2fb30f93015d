import '#features/studio/studio.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { type ComponentType, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { CreatorAccess } from '#features/account/CreatorAccess.tsx';
import { isCreator, useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { AiTab } from '#features/studio/AiTab.tsx';
import { CustomTab } from '#features/studio/CustomTab.tsx';
import { VideoTab } from '#features/studio/VideoTab.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';
import { useToast } from '#ui/toast-context.ts';

const tabs = {
  video: { label: 'Video', Panel: VideoTab },
  ai: { label: 'AI', Panel: AiTab },
  custom: { label: 'Custom', Panel: CustomTab },
} satisfies Record<string, { label: string; Panel: ComponentType<{ user: UserModel }> }>;

type Tab = keyof typeof tabs;

const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(tabs, value);

const items = Object.entries(tabs).map(([value, { label }]) => ({
  value,
  label,
  to: { search: `?tab=${value}` },
}));

export function Page() {
  const viewer = useViewer();
  const creator = viewer.status === 'in' && isCreator(viewer.user);
  useBecoming(creator);
  if (viewer.status !== 'in') return null;
  if (creator) return <Studio user={viewer.user} />;
  return (
    <>
      <PageHead title="Become a creator" />
      <CreatorAccess user={viewer.user} />
    </>
  );
}

function Studio({ user }: { user: UserModel }) {
  const wanted = useSearchParams()[0].get('tab');
  const tab = isTab(wanted) ? wanted : 'video';
  const { label, Panel } = tabs[tab];
  return (
    <QueryScope>
      <PageHead title="Create Card" />
      <div className="studio-page">
        <LinkTabs label="Kinds of card" items={items} value={tab} />
        <section aria-label={label}>
          <Panel user={user} />
        </section>
      </div>
    </QueryScope>
  );
}

/** Says so when it happens in front of the person's eyes. */
function useBecoming(creator: boolean) {
  const toast = useToast();
  const before = useRef(creator);
  useEffect(() => {
    if (creator && !before.current) toast({ tone: 'success', text: 'You are a creator now.' });
    before.current = creator;
  }, [creator, toast]);
}
