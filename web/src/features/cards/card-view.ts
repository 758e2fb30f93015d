import type { PostModel, RemixOf } from '@gyan/contract/cards.ts';
import type { CardTileProps } from '#features/tiles/CardTile.tsx';
import { firstWords, previewWordCount } from '#features/tiles/text.ts';
import type { TilePhoto } from '#features/tiles/tile.ts';
import { hiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import { type Owner, ownerOf } from '#features/users/owner.ts';
import { paths } from '#lib/paths.ts';
import { millisecondsOf } from '#lib/relative-time.ts';
import { plainText } from '#lib/text.ts';

/** What a tile shows of a card; smaller than the whole card in the page's state. */
export interface CardView
  extends Pick<
    CardTileProps,
    | 'title'
    | 'href'
    | 'type'
    | 'aiModelName'
    | 'previewText'
    | 'likeCount'
    | 'commentCount'
    | 'great'
    | 'visibility'
  > {
  kind: 'card';
  id: number;
  photo: TilePhoto | null;
  owner: Owner;
  /** The part of the text that matches a search, shown instead of the preview. */
  excerpt?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

interface WithPhotos {
  photoModelVec: PostModel['photoModelVec'];
}

export function firstPhoto({ photoModelVec }: WithPhotos, altText?: string | null): TilePhoto | null {
  const photo = photoModelVec[0];
  return photo ? { specMap: photo.specMap, altText: altText ?? null } : null;
}

/** Undefined instead of false: most cards are not, and the page's state leaves it out. */
export const isGreat = ({ quality }: Pick<PostModel, 'quality'>) => quality === 'kQualityGreat' || undefined;

/** Only drafts can be without a title. */
export const cardName = ({ title }: Pick<PostModel, 'title'>) => title || 'Untitled draft';

export const cardText = (post: PostModel) => post.text ?? (post.htmlDesc ? plainText(post.htmlDesc) : '');

export const cardView = (post: PostModel): CardView => ({
  kind: 'card',
  id: post.id,
  title: post.title,
  href: paths.card(post.urlText),
  // A label of an admin looks like that of cards made with AI here.
  type: post.aiMarked && post.type !== 'kVideo' ? 'kAIAssisted' : post.type,
  aiModelName: post.aiModelName ?? null,
  previewText: firstWords(cardText(post), previewWordCount),
  photo: firstPhoto(post, post.altText),
  owner: ownerOf(post.ownerModel),
  createdAt: millisecondsOf(post.createdAt),
  likeCount: post.likeCount,
  commentCount: post.commentCount,
  great: isGreat(post),
  visibility: hiddenVisibility(post),
});

/** The original of a remixed card or chain. */
export interface Original {
  title: string;
  href: string;
  owner: Owner;
}

export const originalOf = ({ id, urlText, title, ownerModel }: RemixOf): Original => ({
  title,
  href: urlText === undefined ? paths.chain(id) : paths.card(urlText),
  owner: ownerOf(ownerModel),
});
