import { useSearchParams } from 'react-router';
import { useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { SuggestionList } from '#features/suggestions/lazy/SuggestionList.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const tabs = [
  { value: 'received', label: 'For my cards', to: paths.suggestions },
  { value: 'sent', label: 'Mine', to: paths.sentSuggestions },
];

export function Page() {
  const viewer = useViewer();
  const box = useSearchParams()[0].get('tab') === 'sent' ? 'sent' : 'received';
  if (viewer.status !== 'in') return null;
  return (
    <QueryScope>
      <PageHead title="Suggestions" />
      <LinkTabs label="Which suggestions" value={box} items={tabs} />
      <div className="tab-panel">
        <SuggestionList key={box} userId={viewer.user.userId} box={box} />
      </div>
    </QueryScope>
  );
}
