import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { UserCard } from '#features/users/UserCard.tsx';
import { QueryError } from '#lib/QueryError.tsx';
import { displayName } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { mutes, useMute } from './api.ts';

/** The users whose activity the viewer muted. */
export function MutedPeople({ user: { userId } }: { user: UserModel }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="muted">
      <h2 id="muted" ref={heading} tabIndex={-1}>
        Muted people
      </h2>
      <p className="quiet">
        What they do is not in your feed and notices. You stay connected, and they are not told. You mute
        somebody on their own page.
      </p>
      <Muted userId={userId} onRemoved={() => heading.current?.focus()} />
    </section>
  );
}

function Muted({ userId, onRemoved }: { userId: number; onRemoved: () => void }) {
  const query = useQuery(mutes(userId));
  const { mutate } = useMute(userId);
  if (query.isPending) return <Skeleton width="half" />;
  if (query.data === undefined) return <QueryError query={query} />;
  if (query.data.length === 0) return <p>You have not muted anybody.</p>;
  return (
    <ul className="rows" aria-label="Muted people">
      {query.data.map((person) => {
        const name = displayName(person);
        return (
          <li key={person.userId} className="row">
            <UserCard
              user={person}
              short
              actions={
                <Button
                  size="sm"
                  onClick={() => {
                    // The button unmounts with its row.
                    onRemoved();
                    mutate({ userId: person.userId, name, muted: false });
                  }}
                >
                  Unmute<span className="sr-only"> {name}</span>
                </Button>
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
