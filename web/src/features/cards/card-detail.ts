import type { License } from '@gyan/contract/licenses.ts';
import type { RegionModel } from '@gyan/contract/scenes.ts';
import type { CommentView } from '#features/comments/comment-view.ts';
import type { TilePhoto } from '#features/tiles/tile.ts';
import type { HiddenVisibility } from '#features/tiles/VisibilityTag.tsx';
import type { Owner } from '#features/users/owner.ts';
import type { PageOf } from '#lib/use-pages.ts';
import type { Original } from './card-view.ts';

/** A card as its own page shows it. */
export interface CardDetail {
  id: number;
  urlText: string;
  title: string;
  /** Plain text for share previews. */
  summary: string;
  text: string | null;
  html: string | null;
  /** The text as markup, if it has formulas. */
  textHtml?: string | null | undefined;
  photo: TilePhoto | null;
  videoId: string | null;
  /** The labels of a drawn picture. */
  regions?: RegionModel[] | undefined;
  ai: { model: string | null } | null;
  owner: Owner;
  createdAt: number;
  likeCount: number;
  commentCount: number;
  great?: boolean | undefined;
  visibility?: HiddenVisibility | undefined;
  license: License;
  source: string | null;
  tags: string[];
  /** The card that this one is a copy of. */
  original?: Original | null | undefined;
  chains: { id: number; title: string; href: string }[];
  /** The newest page, with the cursor to older ones. */
  comments: PageOf<CommentView>;
}
