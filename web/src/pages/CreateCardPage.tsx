import '#features/studio/studio.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { type ComponentType, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { CreatorArea } from '#features/shell/CreatorArea.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { AiTab } from '#features/studio/AiTab.tsx';
import { CustomTab } from '#features/studio/CustomTab.tsx';
import { VideoTab } from '#features/studio/VideoTab.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { storedValue } from '#lib/stored-value.ts';
import { LinkTabs } from '#ui/Tabs.tsx';

const tabs = {
  video: { label: 'Video', Panel: VideoTab },
  ai: { label: 'AI', Panel: AiTab },
  custom: { label: 'Custom', Panel: CustomTab },
} satisfies Record<string, { label: string; Panel: ComponentType<{ user: UserModel }> }>;

type Tab = keyof typeof tabs;

const isTab = (value: string | null | undefined): value is Tab => value != null && Object.hasOwn(tabs, value);

const lastTab = storedValue<string>('localStorage', 'createTab');

const items = Object.entries(tabs).map(([value, { label }]) => ({
  value,
  label,
  to: { search: `?tab=${value}` },
}));

export function Page() {
  return <CreatorArea>{(user) => <Studio user={user} />}</CreatorArea>;
}

function Studio({ user }: { user: UserModel }) {
  const wanted = useSearchParams()[0].get('tab');
  const tab = [wanted, lastTab.read()].find(isTab) ?? 'custom';
  useEffect(() => lastTab.write(tab), [tab]);
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
