import { Link } from 'react-router';
import type { ChainView } from '#features/chains/chain-view.ts';
import { Cover } from '#features/marks/Cover.tsx';
import { ChainMark, SubjectMark } from '#features/marks/Marks.tsx';
import { Spine } from '#features/marks/Spine.tsx';
import { likeText } from '#features/marks/text.ts';
import type { SubjectView } from '#features/subjects/subject-view.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import { Avatar } from '#ui/Avatar.tsx';

interface ThingHeroProps {
  thing: ChainView | SubjectView;
  desc: string | null;
}

/** The head of a chain's or a subject's own page: its picture, its name, who made it. */
export function ThingHero({ thing, desc }: ThingHeroProps) {
  const now = useNow();
  const photo = thing.photo?.specMap.lg;
  const Mark = thing.kind === 'chain' ? ChainMark : SubjectMark;
  const likes = likeText(thing.likeCount);
  return (
    <header className={`hero hero-${thing.kind}`}>
      <div className="hero-picture">
        {thing.kind === 'subject' && (
          <Spine seed={`${thing.id}:${thing.title}`} chapterCount={thing.chapterCount ?? 0} />
        )}
        {photo ? (
          <img
            src={photo.url}
            srcSet={[thing.photo?.specMap.sm, thing.photo?.specMap.md, photo]
              .filter((spec) => spec != null)
              .map((spec) => `${spec.url} ${spec.width}w`)
              .join(', ')}
            sizes="(min-width: 45rem) 24rem, 100vw"
            width={photo.width}
            height={photo.height}
            alt=""
            fetchPriority="high"
          />
        ) : (
          <Cover id={thing.id} title={thing.title} />
        )}
      </div>
      <div className="hero-words">
        <p className="hero-kind">
          <Mark size={18} />
          {thing.kind === 'chain' ? 'Chain' : 'Subject'}
          {thing.countText && ` · ${thing.countText}`}
        </p>
        <h1>{thing.title}</h1>
        {desc && <p className="hero-desc">{desc}</p>}
        <div className="byline">
          <Link className="byline-owner" to={thing.owner.href}>
            <Avatar size="sm" name={thing.owner.name} photoUrl={thing.owner.photoUrl} />
            {thing.owner.name}
          </Link>
          <time dateTime={new Date(thing.createdAt).toISOString()}>
            {relativeTime((now - thing.createdAt) / 1000)}
          </time>
          {likes && <span>{likes}</span>}
        </div>
      </div>
    </header>
  );
}
