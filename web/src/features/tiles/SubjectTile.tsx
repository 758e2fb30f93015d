import { GreatTag } from './GreatTag.tsx';
import { SubjectIcon } from './Icons.tsx';
import { Spine } from './Spine.tsx';
import { TileFoot } from './TileFoot.tsx';
import { TileHeading } from './TileHeading.tsx';
import { TilePicture } from './TilePicture.tsx';
import type { TileProps } from './tile.ts';

export interface SubjectTileProps extends TileProps {
  chapterCount?: number;
  /** The number of items: “5 chapters · 31 cards”. */
  countText?: string;
  previewText?: string | null;
}

/** Drawn as a book whose spine has a tick per chapter. */
export function SubjectTile({ chapterCount = 0, countText, previewText, ...tile }: SubjectTileProps) {
  return (
    <article className="tile tile-subject">
      <Spine seed={`${tile.id}:${tile.title}`} chapterCount={chapterCount} />
      <div className="tile-pages">
        <div className="tile-picture">
          <TilePicture {...tile} />
          {tile.great && <GreatTag />}
          <span className="tile-badge">
            <SubjectIcon size={16} />
            {countText ?? 'Subject'}
          </span>
        </div>
        <div className="tile-body">
          <TileHeading {...tile} />
          {previewText && (
            <p className="tile-text">{tile.highlight ? tile.highlight(previewText) : previewText}</p>
          )}
          <TileFoot {...tile} />
        </div>
      </div>
    </article>
  );
}
