import type { FollowModel } from '@gyan/contract/notices.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { useFocusAfterRemoval } from '#lib/use-focus-after-removal.ts';
import { Link } from '#ui/Link.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { follows } from './api.ts';
import { FollowMenu } from './FollowButton.tsx';

const kinds: Record<FollowModel['kind'], { label: string; href: (follow: FollowModel) => string }> = {
  chapter: { label: 'Chain', href: ({ id }) => paths.chain(id) },
  subject: { label: 'Subject', href: ({ id }) => paths.subject(id) },
  user: { label: 'Person', href: ({ id }) => paths.profile(id) },
  topic: { label: 'Topic', href: ({ title }) => paths.search(title) },
};

/** Everything the user follows. */
export function FollowList({ userId }: { userId: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useQuery(follows(userId));
  useFocusAfterRemoval(data?.length ?? 0, heading);
  return (
    <section aria-labelledby="follows">
      <h2 id="follows" ref={heading} tabIndex={-1}>
        What you follow
      </h2>
      <Follows userId={userId} />
    </section>
  );
}

function Follows({ userId }: { userId: number }) {
  const query = useQuery(follows(userId));
  if (query.isPending) {
    return (
      <SkeletonGroup className="rows">
        <div className="row">
          <Skeleton width="half" />
        </div>
      </SkeletonGroup>
    );
  }
  if (query.data === undefined) return <QueryError query={query} />;
  if (query.data.length === 0) {
    return (
      <p className="quiet">Nothing yet. Chains, subjects and people have a button “Follow” on their page.</p>
    );
  }
  return (
    <ul className="rows" aria-label="What you follow">
      {query.data.map((follow) => {
        const { kind, id, title, level } = follow;
        return (
          <li key={`${kind} ${id}`} className="row follow-row">
            <div>
              <Link className="follow-title" to={kinds[kind].href(follow)}>
                {title}
              </Link>
              <p className="meta">{kinds[kind].label}</p>
            </div>
            <FollowMenu
              userId={userId}
              kind={kind}
              id={id}
              title={title}
              level={level}
              size="sm"
              align="end"
            />
          </li>
        );
      })}
    </ul>
  );
}
