import { useSearchParams } from 'react-router';
import { otherSettings } from '#features/account/lazy-parts.ts';
import type { OtherSetting } from '#features/account/OtherSettings.tsx';
import { PhotoSettings } from '#features/account/PhotoSettings.tsx';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

type Tab = 'photo' | OtherSetting;

const labels: Record<Tab, string> = {
  photo: 'Photo',
  name: 'Name',
  about: 'About',
  licence: 'Licence',
  password: 'Password',
  security: 'Security',
  social: 'Social Media',
  tags: 'Tags',
  notices: 'Notices',
  account: 'Account',
};

const widePanels = new Set<Tab>(['notices', 'security', 'account']);

const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(labels, value);

/** Tags have no tab: My Topics links to them. */
const items = Object.entries(labels)
  .filter(([value]) => value !== 'tags')
  .map(([value, label]) => ({ value, label, to: paths.settingsTab(value) }));

export function Page() {
  const viewer = useViewer();
  const wanted = useSearchParams()[0].get('tab');
  if (viewer.status !== 'in') return null;
  const tab = isTab(wanted) ? wanted : 'photo';
  return (
    <QueryScope>
      <PageHead title="Settings" />
      <div className="settings">
        <LinkTabs label="Settings" items={items} value={tab} />
        <section
          aria-label={labels[tab]}
          className={widePanels.has(tab) ? 'settings-panel-wide' : 'settings-panel'}
        >
          {tab === 'photo' ? (
            <PhotoSettings user={viewer.user} />
          ) : (
            <otherSettings.Component tab={tab} user={viewer.user} fallback={<PanelSkeleton />} />
          )}
        </section>
      </div>
    </QueryScope>
  );
}

const PanelSkeleton = () => (
  <SkeletonGroup className="stack">
    <Skeleton width="short" />
    <Skeleton shape="title" />
    <Skeleton shape="button" />
  </SkeletonGroup>
);
