import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { BlockedList, ConnectionList, ReceivedList, SentList } from '#features/connections/NetworkLists.tsx';
import { useNetworkCounts } from '#features/connections/network.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Link } from '#ui/Link.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const labels = { connections: 'Connections', received: 'Received', sent: 'Sent' };

type Tab = keyof typeof labels;

const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(labels, value);

export function Page() {
  return (
    <QueryScope>
      <Network />
    </QueryScope>
  );
}

function Network() {
  const counts = useNetworkCounts();
  const wanted = useSearchParams()[0].get('tab');
  const section = useRef<HTMLElement>(null);
  const onRemoved = () => section.current?.focus();
  const blocked = wanted === 'blocked';
  const tab = isTab(wanted) ? wanted : 'connections';
  const items = Object.entries(labels).map(([value, label]) => ({
    value,
    label,
    count: counts[value as Tab],
    to: paths.networkTab(value),
  }));
  return (
    <>
      <PageHead title="My Network" />
      <div className="stack stack-lg">
        <LinkTabs label="My Network" items={items} value={blocked ? '' : tab} />
        <section
          ref={section}
          tabIndex={-1}
          className="network-list"
          aria-label={blocked ? 'Blocked people' : labels[tab]}
        >
          {blocked && (
            <>
              <h2>Blocked people</h2>
              <p className="quiet">Neither of you sees anything of the other. They have not been told.</p>
              <BlockedList onRemoved={onRemoved} />
            </>
          )}
          {!blocked && tab === 'connections' && <ConnectionList onRemoved={onRemoved} />}
          {!blocked && tab === 'received' && <ReceivedList section={section} />}
          {!blocked && tab === 'sent' && <SentList onRemoved={onRemoved} />}
        </section>
      </div>
      {/* After the list: its length is not known before. */}
      {!blocked && counts[tab] !== undefined && (
        <p className="network-foot">
          <Link className="link" to={paths.networkTab('blocked')}>
            People you have blocked
          </Link>
        </p>
      )}
    </>
  );
}
