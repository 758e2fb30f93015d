import type { TopicModel } from '@gyan/contract/topics.ts';
import { Cover } from '#features/tiles/Cover.tsx';

/** Decorative: the name is always beside it. */
export function TopicPicture({ topic: { id, name, photoModel } }: { topic: TopicModel }) {
  const small = photoModel?.specMap.sm;
  return (
    <span className="topic-picture">
      {small ? (
        <img
          src={small.url}
          width={small.width}
          height={small.height}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Cover id={id} title={name} />
      )}
    </span>
  );
}
