import '../moderation.css';
import type { CaseModel, CaseState } from '@gyan/contract/moderation.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { TimeAgo } from '#lib/TimeAgo.tsx';
import { displayName } from '#lib/text.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tag } from '#ui/Tag.tsx';
import { kindNames, reportText, rules } from '../texts.ts';
import { cases } from './api.ts';
import { CaseView } from './CaseView.tsx';
import { useKeys } from './use-keys.ts';

interface CaseQueueProps {
  state: CaseState;
  caseId: number | undefined;
  viewerId: number;
}

const emptyTexts: Record<CaseState, string> = {
  open: 'Nothing waits for you.',
  appealed: 'No appeal waits for a decision.',
  closed: 'No case is closed yet.',
};

/** The cases of one state beside the one that is open. J and K move between them. */
export function CaseQueue({ state, caseId, viewerId }: CaseQueueProps) {
  const query = useInfiniteQuery(cases(state));
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const ids = query.data?.pages.flatMap((page) => page.caseModelVec.map((each) => each.caseId)) ?? [];

  const open = (id: number | undefined) =>
    void navigate(paths.moderationCase(id, state), { preventScrollReset: true });
  const move = (step: number) => {
    const at = caseId === undefined ? -1 : ids.indexOf(caseId);
    const next = ids[Math.min(ids.length - 1, Math.max(0, at + step))];
    if (next !== undefined) open(next);
  };
  useKeys(box, (key) => {
    if (key !== 'j' && key !== 'k') return false;
    move(key === 'j' ? 1 : -1);
    return true;
  });

  return (
    <div ref={box} className="case-queue" tabIndex={-1}>
      <Focus key={caseId} box={box} />
      <div className="stack stack-sm">
        <p className="case-keys">
          <kbd>J</kbd> and <kbd>K</kbd> move between cases.
        </p>
        <PagedList
          query={query}
          itemsOf={(page) => page.caseModelVec}
          keyOf={(each) => each.caseId}
          label="Cases"
          outline={<Skeleton width="wide" />}
          empty={<EmptyState title="No cases">{emptyTexts[state]}</EmptyState>}
          end="These are all cases."
        >
          {(each) => <CaseLink item={each} state={state} isOpen={each.caseId === caseId} />}
        </PagedList>
      </div>
      {caseId !== undefined && (
        <CaseView
          key={caseId}
          caseId={caseId}
          viewerId={viewerId}
          box={box}
          onDone={() => open(ids.find((id) => id !== caseId))}
        />
      )}
    </div>
  );
}

interface CaseLinkProps {
  item: CaseModel;
  state: CaseState;
  isOpen: boolean;
}

function CaseLink({ item, state, isOpen }: CaseLinkProps) {
  const { caseId, title, kind, reportCount, reasonVec, createdAt, claimedBy } = item;
  return (
    <Link
      className="case-link"
      to={paths.moderationCase(caseId, state)}
      aria-current={isOpen ? 'true' : undefined}
      preventScrollReset
    >
      <strong>{title || `A deleted ${kindNames[kind]}`}</strong>
      <span className="meta">
        {kindNames[kind]} · {reportText(reportCount)} · <TimeAgo nanoseconds={createdAt} />
      </span>
      <span className="case-acts">
        {reasonVec.map((reason) => (
          <Tag key={reason}>{rules[reason].name}</Tag>
        ))}
        {claimedBy && <Tag tone="link">{displayName(claimedBy)}</Tag>}
      </span>
    </Link>
  );
}

/** Takes the focus when a case opens, so that the keys work at once and after an act whose button is gone. */
function Focus({ box }: { box: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    const element = box.current;
    if (!element?.contains(document.activeElement)) element?.focus({ preventScroll: true });
  }, [box]);
  return null;
}
