import type { UserModel } from '@gyan/contract/users.ts';
import { CardTile, type CardTileProps } from '#features/tiles/CardTile.tsx';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import type { TilePhoto } from '#features/tiles/tile.ts';
import { ownerOf } from '#features/users/owner.ts';
import { paths } from '#lib/paths.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { noTitleYet } from './card-form.ts';

interface CardPreviewProps extends Pick<CardTileProps, 'type' | 'aiModelName'> {
  title: string;
  /** The whole text; the tile shows its beginning. */
  text: string;
  photo?: TilePhoto | null;
  owner: UserModel;
}

/** A preview of the card's tile. Inert, because its link has no target yet. */
export function CardPreview({ title, text, owner, ...look }: CardPreviewProps) {
  return (
    <section className="studio-preview" aria-label="Preview">
      <h2>Preview</h2>
      <div inert>
        <CardTile
          {...look}
          id="new"
          title={title.trim() || noTitleYet}
          href={paths.createCard}
          previewText={firstWords(text, previewWordCount)}
          owner={ownerOf(owner)}
          timeText={relativeTime(0)}
        />
      </div>
    </section>
  );
}

/** A photo model with a single size. */
export const onePhoto = (url: string, altText = ''): TilePhoto | null =>
  url === '' ? null : { specMap: { md: { url, width: 1280, height: 720 } }, altText };
