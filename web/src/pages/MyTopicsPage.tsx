import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ShareButton } from '#features/cards/ShareButton.tsx';
import { FollowPlaceholder } from '#features/notices/FollowPlaceholder.tsx';
import { follows } from '#features/notices/lazy/api.ts';
import { FollowMenu } from '#features/notices/lazy/FollowButton.tsx';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { useMyTopics } from '#features/topics/api.ts';
import { ChosenTopics } from '#features/topics/ChosenTopics.tsx';
import { TopicTable } from '#features/topics/TopicTable.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const labels = { chosen: 'Chosen Topics', choose: 'Choose Topics' };

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="My Topics" />
      <Topics userId={viewer.user.userId} />
    </QueryScope>
  );
}

function Topics({ userId }: { userId: number }) {
  const tab = useSearchParams()[0].get('tab') === 'choose' ? 'choose' : 'chosen';
  const mine = useMyTopics(userId);
  return (
    <div className="stack stack-lg">
      <LinkTabs
        label="My topics"
        value={tab}
        items={[
          {
            value: 'chosen',
            label: labels.chosen,
            to: paths.myTopicsTab('chosen'),
            count: mine.items?.length,
          },
          { value: 'choose', label: labels.choose, to: paths.myTopicsTab('choose') },
        ]}
      />
      <section aria-label={labels[tab]}>
        {tab === 'chosen' ? (
          <ChosenTopics
            mine={mine}
            renderFollow={({ id, name }) => (
              <>
                <ShareButton
                  title={name}
                  path={paths.search(name)}
                  topicId={id}
                  variant="quiet"
                  size="sm"
                  named
                />
                <FollowTopic userId={userId} id={id} name={name} />
              </>
            )}
          />
        ) : (
          <TopicTable userId={userId} mine={mine} />
        )}
      </section>
      <p>
        <Link className="link" to={paths.settingsTab('tags')}>
          Edit your tags
        </Link>{' '}
        too: the words for what you know or care about.
      </p>
    </div>
  );
}

function FollowTopic({ userId, id, name }: { userId: number; id: number; name: string }) {
  const { data: followed } = useQuery(follows(userId));
  if (!followed) return <FollowPlaceholder size="sm" />;
  const level = followed.find((follow) => follow.kind === 'topic' && follow.id === id)?.level ?? 'none';
  return <FollowMenu userId={userId} kind="topic" id={id} title={name} level={level} size="sm" align="end" />;
}
