import type { ReactNode } from 'react';

export interface PhotoSpec {
  url: string;
  width: number;
  height: number;
}

/** The wire's photo model, as far as a tile looks at it. */
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
  /** Shown as it is: “2 Hours Ago”. */
  timeText?: string;
  /** Machine-readable, ISO 8601. */
  dateTime?: string;
  likeCount?: number;
  /** Loads its picture first; for those on the first screen. */
  priority?: boolean;
  headingLevel?: 2 | 3 | 4;
  /** How the title and the text are written, where something in them is to be seen. */
  mark?: (text: string) => ReactNode;
  /** Buttons that stand in the foot, above the tile's own link. */
  actions?: ReactNode;
}
