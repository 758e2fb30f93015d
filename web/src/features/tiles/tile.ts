import type { ReactNode } from 'react';
import type { HiddenVisibility } from './VisibilityTag.tsx';

export interface PhotoSpec {
  url: string;
  width: number;
  height: number;
}

/** The fields of the wire's photo model that a tile uses. */
export interface TilePhoto {
  specMap: { sm?: PhotoSpec | null; md?: PhotoSpec | null; lg?: PhotoSpec | null };
  altText?: string | null;
}

export interface TileOwner {
  name: string;
  href: string;
  photoUrl?: string | null;
}

export interface TileProps {
  id: number | string;
  title: string;
  href: string;
  photo?: TilePhoto | null;
  owner?: TileOwner;
  /** Shown unchanged: “2 Hours Ago”. */
  timeText?: string;
  /** Machine-readable, ISO 8601. */
  dateTime?: string;
  likeCount?: number;
  /** Marked by admins. */
  great?: boolean | undefined;
  /** Not public. */
  visibility?: HiddenVisibility | undefined;
  /** Loads the picture eagerly; for tiles on the first screen. */
  priority?: boolean;
  headingLevel?: 2 | 3 | 4;
  /** Renders title and text, to highlight matches. */
  highlight?: (text: string) => ReactNode;
  /** Buttons in the foot, above the tile's own link. */
  actions?: ReactNode;
}
