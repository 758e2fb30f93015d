import type { CaseState } from '@gyan/contract/moderation.ts';
import { useSearchParams } from 'react-router';
import { CaseQueue } from '#features/moderation/lazy/CaseQueue.tsx';
import { stateNames } from '#features/moderation/texts.ts';
import { useMember } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { LinkTabs } from '#ui/Tabs.tsx';

const states: readonly CaseState[] = ['open', 'appealed', 'closed'];

const tabs = states.map((state) => ({
  value: state,
  label: stateNames[state],
  to: paths.moderationCase(undefined, state),
}));

export function Page() {
  const member = useMember();
  const [search] = useSearchParams();
  const state = states.find((each) => each === search.get('state')) ?? 'open';
  const caseId = Number(search.get('case')) || undefined;
  if (!member) return null;
  return (
    <QueryScope>
      <PageHead title="Moderation" />
      <div className="stack stack-lg">
        <LinkTabs label="Cases" items={tabs} value={state} />
        <CaseQueue key={state} state={state} caseId={caseId} viewerId={member.userId} />
      </div>
    </QueryScope>
  );
}
