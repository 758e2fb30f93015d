import './reading.css';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { ChainView } from '#features/chains/chain-view.ts';
import { useEntity } from '#features/entities/store.ts';
import { useContent } from '#features/feed/use-content.ts';
import { ProgressLine } from '#features/learning/ProgressLine.tsx';
import type { SubjectView } from '#features/subjects/subject-view.ts';
import { Cover } from '#features/tiles/Cover.tsx';
import { GreatTag } from '#features/tiles/GreatTag.tsx';
import { ChainIcon, SubjectIcon } from '#features/tiles/Icons.tsx';
import { Spine } from '#features/tiles/Spine.tsx';
import { likeText } from '#features/tiles/text.ts';
import { VisibilityTag } from '#features/tiles/VisibilityTag.tsx';
import { relativeTime } from '#lib/relative-time.ts';
import { useNow } from '#lib/use-now.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';
import { ContentActions } from './ContentActions.tsx';

type Content = ChainView | SubjectView;

interface ContentHeroProps {
  content: Content;
  desc: string | null;
  /** A line below the description. */
  note?: ReactNode;
  /** A card is open: the header shrinks and links back. */
  open: boolean;
  /** The link to the first card. */
  start?: ReactNode;
}

/** The header of a chain's or subject's page. */
export function ContentHero({ content: rendered, desc, note, open, start }: ContentHeroProps) {
  const content = useContent(rendered);
  const entity = useEntity(content.kind, content.id);
  const shownDesc = entity ? entity.desc : desc;
  const now = useNow();
  const Icon = content.kind === 'chain' ? ChainIcon : SubjectIcon;
  return (
    <header className={clsx('hero', `hero-${content.kind}`, open && 'hero-open')}>
      <div className="hero-picture">
        {content.kind === 'subject' && (
          <Spine seed={`${content.id}:${content.title}`} chapterCount={content.chapterCount ?? 0} />
        )}
        <Picture content={content} />
      </div>
      <div className="hero-text">
        <p className="hero-kind">
          <Icon size={18} />
          {content.kind === 'chain' ? 'Chain' : 'Subject'}
          {content.countText && ` · ${content.countText}`}
        </p>
        <h1>
          {open ? (
            <Link className="hero-back" to={content.href}>
              {content.title}
            </Link>
          ) : (
            content.title
          )}
        </h1>
        <ProgressLine of={content} />
        {shownDesc && <p className="hero-desc">{shownDesc}</p>}
        {note}
        <div className="hero-foot">
          <div className="byline">
            <Link className="byline-owner" to={content.owner.href}>
              <Avatar size="sm" name={content.owner.name} photoUrl={content.owner.photoUrl} />
              {content.owner.name}
            </Link>
            <time dateTime={new Date(content.createdAt).toISOString()}>
              {relativeTime((now - content.createdAt) / 1000)}
            </time>
            <span>{likeText(content.likeCount)}</span>
            {content.great && <GreatTag />}
            <VisibilityTag visibility={content.visibility} explained />
          </div>
          <div className="hero-actions">
            {start}
            <ContentActions key={content.id} content={content} />
          </div>
        </div>
      </div>
    </header>
  );
}

const sizes = '(min-width: 45rem) 24rem, 100vw';

function Picture({ content }: { content: Content }) {
  const photo = content.photo?.specMap.lg;
  if (!photo) return <Cover id={content.id} title={content.title} />;
  const specs = [content.photo?.specMap.sm, content.photo?.specMap.md, photo].filter((spec) => spec != null);
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
