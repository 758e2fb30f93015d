import type { UserSuggestionModel } from '@gyan/contract/invitations.ts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConnectionButton } from '#features/connections/ConnectionButton.tsx';
import { userSuggestions } from '#features/invitations/api.ts';
import { reasonText } from '#features/invitations/reason.ts';
import { api } from '#features/session/actions.ts';
import { listSuggestedSubjects } from '#features/subjects/api.ts';
import { ContentRow } from '#features/tiles/lazy/ContentRow.tsx';
import { UserCard } from '#features/users/UserCard.tsx';
import { paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { storedValue } from '#lib/stored-value.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

const shown = 3;

const suggestedSubjects = (userId: number) =>
  queryOptions({
    queryKey: queryKeys.suggestedSubjects(userId),
    queryFn: () => listSuggestedSubjects(api, shown),
  });

/** For members whose feed has nothing of connections yet: what to read and whom to meet. */
export function StartHere({ userId }: { userId: number }) {
  const hiding = storedValue<true>('localStorage', `start here hidden ${userId}`);
  const [hidden, setHidden] = useState(() => hiding.read() ?? false);
  if (hidden) return null;
  const hide = () => {
    hiding.write(true);
    setHidden(true);
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  return (
    <section className="start-here" aria-labelledby="start-here">
      <div className="start-here-head">
        <h2 id="start-here">Start here</h2>
        <IconButton label="Hide “Start here”" icon={<X size={20} aria-hidden="true" />} onClick={hide} />
      </div>
      <div className="start-here-lists">
        <Subjects userId={userId} />
        <People />
      </div>
    </section>
  );
}

function Subjects({ userId }: { userId: number }) {
  const { data: subjects, isError } = useQuery(suggestedSubjects(userId));
  if ((isError && !subjects) || subjects?.length === 0) return null;
  return (
    <Column title="Subjects for you" more={<Link to={paths.trendingSubjects}>All subjects</Link>}>
      {subjects?.map((subject) => (
        <li key={subject.id}>
          <ContentRow {...subject} note={subject.countText} />
        </li>
      ))}
    </Column>
  );
}

function People() {
  const { data, isError } = useInfiniteQuery(userSuggestions());
  const people = data?.pages[0]?.userSuggestions.slice(0, shown);
  if ((isError && !people) || people?.length === 0) return null;
  return (
    <Column title="People to meet" more={<Link to={paths.grow}>More people</Link>}>
      {people?.map((suggestion) => (
        <li key={suggestion.connectionModel.userId}>
          <Person {...suggestion} />
        </li>
      ))}
    </Column>
  );
}

function Person(suggestion: UserSuggestionModel) {
  return (
    <UserCard
      user={suggestion.connectionModel}
      note={reasonText(suggestion)}
      actions={<ConnectionButton user={suggestion.connectionModel} />}
    />
  );
}

interface ColumnProps {
  title: string;
  more: ReactNode;
  /** Undefined while they load. */
  children: ReactNode[] | undefined;
}

function Column({ title, more, children }: ColumnProps) {
  return (
    <div className="start-here-column">
      <h3>{title}</h3>
      {children ? (
        <ul className="start-here-rows">{children}</ul>
      ) : (
        <SkeletonGroup className="start-here-rows">
          {Array.from({ length: shown }, (_, place) => (
            <div key={place} className="content-row">
              <Skeleton shape="avatar" />
              <Skeleton width="half" />
            </div>
          ))}
        </SkeletonGroup>
      )}
      <p className="start-here-more">{more}</p>
    </div>
  );
}
