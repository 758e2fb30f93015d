import './reading.css';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { ChainView } from '#features/chains/chain-view.ts';
import { useEntity } from '#features/entities/store.ts';
import { useContent } from '#features/feed/use-content.ts';
import { ProgressLine } from '#features/learning/ProgressLine.tsx';
import type { SubjectView } from '#features/subjects/subject-view.ts';
import { Cover } from '#features/tiles/Cover.tsx';
import { ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { Spine } from '#features/tiles/Spine.tsx';
import { likeText } from '#features/tiles/text.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';
import { ContentActions } from './ContentActions.tsx';

type Thing = ChainView | SubjectView;

interface ContentHeroProps {
  thing: Thing;
  desc: string | null;
  /** A card is open: the header shrinks and links back. */
  open: boolean;
  /** The link to the first card. */
  start?: ReactNode;
}

/** The header of a chain's or subject's page. */
export function ContentHero({ thing: rendered, desc, open, start }: ContentHeroProps) {
  const thing = useContent(rendered);
  const entity = useEntity(thing.kind, thing.id);
  const shownDesc = entity ? entity.desc : desc;
  const now = useNow();
  const Icon = thing.kind === 'chain' ? ChainIcon : SubjectIcon;
  return (
    <header className={clsx('hero', `hero-${thing.kind}`, open && 'hero-open')}>
      <div className="hero-picture">
        {thing.kind === 'subject' && (
          <Spine seed={`${thing.id}:${thing.title}`} chapterCount={thing.chapterCount ?? 0} />
        )}
        <Picture thing={thing} />
      </div>
      <div className="hero-words">
        <p className="hero-kind">
          <Icon size={18} />
          {thing.kind === 'chain' ? 'Chain' : 'Subject'}
          {thing.countText && ` · ${thing.countText}`}
        </p>
        <h1>
          {open ? (
            <Link className="hero-back" to={thing.href}>
              {thing.title}
            </Link>
          ) : (
            thing.title
          )}
        </h1>
        <ProgressLine of={thing} />
        {shownDesc && <p className="hero-desc">{shownDesc}</p>}
        <div className="hero-foot">
          <div className="byline">
            <Link className="byline-owner" to={thing.owner.href}>
              <Avatar size="sm" name={thing.owner.name} photoUrl={thing.owner.photoUrl} />
              {thing.owner.name}
            </Link>
            <time dateTime={new Date(thing.createdAt).toISOString()}>
              {relativeTime((now - thing.createdAt) / 1000)}
            </time>
            <span>{likeText(thing.likeCount)}</span>
          </div>
          <div className="hero-acts">
            {start}
            <ContentActions key={thing.id} thing={thing} />
          </div>
        </div>
      </div>
    </header>
  );
}

const sizes = '(min-width: 45rem) 24rem, 100vw';

function Picture({ thing }: { thing: Thing }) {
  const photo = thing.photo?.specMap.lg;
  if (!photo) return <Cover id={thing.id} title={thing.title} />;
  const specs = [thing.photo?.specMap.sm, thing.photo?.specMap.md, photo].filter((spec) => spec != null);
  return (
    <img
      src={photo.url}
      srcSet={specs.map((spec) => `${spec.url} ${spec.width}w`).join(', ')}
      sizes={sizes}
      width={photo.width}
      height={photo.height}
      alt=""
      fetchPriority="high"
    />
  );
}
