import type { NoticeKind } from '@gyan/contract/notices.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell, CheckCheck } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { isNoticeKind, kindList, kindTexts } from '#features/notices/kinds.ts';
import { notices, useMarkRead } from '#features/notices/lazy/api.ts';
import { NoticeItem } from '#features/notices/lazy/NoticeItem.tsx';
import { PushOffer } from '#features/notices/lazy/PushOffer.tsx';
import { NoticeItemSkeleton } from '#features/notices/NoticeSkeletons.tsx';
import { useUnreadCount } from '#features/notices/unread-count.ts';
import { useMember } from '#features/session/store.ts';
import { PagedList } from '#lib/PagedList.tsx';
import { paths } from '#lib/paths.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';

/** Its heading is in `PrivateArea`. */
export function Page() {
  const member = useMember();
  if (!member) return null;
  return (
    <QueryScope>
      <Notices key={member.userId} userId={member.userId} />
    </QueryScope>
  );
}

function Notices({ userId }: { userId: number }) {
  const wanted = useSearchParams()[0].get('kind');
  const kind = isNoticeKind(wanted) ? wanted : undefined;
  const markRead = useMarkRead(userId);
  return (
    <div className="measure stack">
      <PushOffer userId={userId} />
      <div className="notice-tools">
        <KindFilter kind={kind} />
        <MarkAll onPress={() => markRead.mutate(undefined)} />
      </div>
      <div className="notice-page-list">
        <PagedList
          query={useInfiniteQuery({ ...notices(userId, kind), refetchInterval: 60_000 })}
          itemsOf={({ noticeModelVec }) => noticeModelVec}
          keyOf={({ noticeId }) => noticeId}
          label="Notices"
          outline={<NoticeItemSkeleton />}
          empty={<Empty kind={kind} />}
          end="These are all your notices."
        >
          {(notice) => (
            <NoticeItem
              notice={notice}
              onRead={() => {
                if (notice.unread) markRead.mutate(notice.noticeId);
              }}
            />
          )}
        </PagedList>
      </div>
    </div>
  );
}

function KindFilter({ kind }: { kind: NoticeKind | undefined }) {
  const navigate = useNavigate();
  return (
    <Field label="Show">
      <Select
        value={kind ?? ''}
        onChange={({ target }) =>
          void navigate(paths.notices(target.value), { replace: true, preventScrollReset: true })
        }
      >
        <option value="">All notices</option>
        {kindList.map((each) => (
          <option key={each} value={each}>
            {kindTexts[each].label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function MarkAll({ onPress }: { onPress: () => void }) {
  const unread = useUnreadCount();
  return (
    <Button
      icon={<CheckCheck size={20} aria-hidden="true" />}
      aria-disabled={unread === 0 || undefined}
      onClick={unread === 0 ? undefined : onPress}
    >
      Mark all as read
    </Button>
  );
}

function Empty({ kind }: { kind: NoticeKind | undefined }) {
  if (kind) {
    return (
      <EmptyState
        title={`No notices of this kind: ${kindTexts[kind].label}`}
        action={<ButtonLink to={paths.notices()}>Show all notices</ButtonLink>}
      >
        {kindTexts[kind].hint}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Bell size={32} aria-hidden="true" />}
      title="Nothing yet"
      action={
        <ButtonLink variant="primary" to={paths.grow}>
          Find people
        </ButtonLink>
      }
    >
      Likes, comments, mentions and requests of other people come here, with what is new in what you follow.
    </EmptyState>
  );
}
