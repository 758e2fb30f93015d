import './content-row.css';
import type { ReactNode } from 'react';
import { Link } from '#ui/Link.tsx';
import { Cover } from '../Cover.tsx';
import type { TilePhoto } from '../tile.ts';

export interface ContentRowProps {
  id: number;
  title: string;
  href: string;
  photo: TilePhoto | null;
  /** A short text about the item. */
  note?: ReactNode;
}

/** An item as a list row. Picture and title are links. */
export function ContentRow({ id, title, href, photo, note }: ContentRowProps) {
  return (
    <div className="content-row">
      <Link to={href} className="thumb" tabIndex={-1} aria-hidden="true">
        <Thumb id={id} title={title} photo={photo} />
      </Link>
      <div className="content-row-text">
        <Link to={href} className="content-row-title">
          {title}
        </Link>
        {note && <p className="content-row-note">{note}</p>}
      </div>
    </div>
  );
}

const side = 60;

function Thumb({ id, title, photo }: Pick<ContentRowProps, 'id' | 'title' | 'photo'>) {
  const small = photo?.specMap.sm ?? photo?.specMap.md;
  if (!small) return <Cover id={id} title={title} />;
  return <img src={small.url} width={side} height={side} alt="" loading="lazy" decoding="async" />;
}
