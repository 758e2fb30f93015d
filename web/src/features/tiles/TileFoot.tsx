import { Avatar } from '#ui/Avatar.tsx';
import { Link } from '#ui/Link.tsx';
import { commentText, likeText } from './text.ts';
import type { TileProps } from './tile.ts';
import { VisibilityTag } from './VisibilityTag.tsx';

type TileFootProps = Pick<
  TileProps,
  'owner' | 'timeText' | 'dateTime' | 'likeCount' | 'visibility' | 'actions'
> & {
  commentCount?: number;
};

export function TileFoot({
  owner,
  timeText,
  dateTime,
  likeCount = 0,
  commentCount = 0,
  visibility,
  actions,
}: TileFootProps) {
  const counts = [likeText(likeCount), commentText(commentCount)].filter(Boolean).join(' · ');
  return (
    <div className="tile-foot">
      {owner && (
        <Link className="tile-owner" to={owner.href}>
          <Avatar size="xs" name={owner.name} photoUrl={owner.photoUrl} />
          <span className="tile-owner-name">{owner.name}</span>
        </Link>
      )}
      {timeText && <time dateTime={dateTime}>{timeText}</time>}
      {counts && <span className="tile-counts">{counts}</span>}
      <VisibilityTag visibility={visibility} />
      {actions && <div className="tile-actions">{actions}</div>}
    </div>
  );
}
