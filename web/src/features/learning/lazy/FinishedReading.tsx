import '../learning.css';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import { Cover } from '#features/tiles/Cover.tsx';
import type { TilePhoto } from '#features/tiles/tile.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Link } from '#ui/Link.tsx';
import { LampIcon } from '../LampIcon.tsx';
import { ProgressLine } from '../ProgressLine.tsx';
import type { CollectionRef } from '../progress-store.ts';

type ReadNext = AnswerOf<'GET /read_next'>;

interface Covered {
  id: number;
  title: string;
  href: string;
  photo: TilePhoto | null;
}

interface FinishedReadingProps {
  of: CollectionRef;
  title: string;
  /** What was covered, in order. */
  covered: readonly Covered[];
  next: ReadNext;
}

const shown = 12;
const reasons = { chapter: 'Next chapter', topic: 'More about this', maker: 'By the same maker' };

/** After the last card: what was covered, how much of it is known, and one suggestion. */
export function FinishedReading({
  of,
  title,
  covered,
  next: { reason, chapterModel, subjectModel },
}: FinishedReadingProps) {
  const next = chapterModel ?? subjectModel;
  return (
    <section className="finish" aria-labelledby="finish">
      <LampIcon size={64} />
      <h2 id="finish" tabIndex={-1}>
        That was {title}
      </h2>
      <ProgressLine of={of} />
      <ul className="finish-covered">
        {covered.slice(0, shown).map(({ id, title: name, href, photo }) => (
          <li key={id}>
            <Link to={href} aria-label={name} title={name}>
              {photo?.specMap.sm ? (
                <img
                  src={photo.specMap.sm.url}
                  width={photo.specMap.sm.width}
                  height={photo.specMap.sm.height}
                  alt=""
                />
              ) : (
                <Cover id={id} title={name} />
              )}
            </Link>
          </li>
        ))}
      </ul>
      {next && reason && (
        <div className="finish-next">
          <p className="continue-place">{reasons[reason]}</p>
          <ButtonLink variant="primary" to={chapterModel ? paths.chain(next.id) : paths.subject(next.id)}>
            {next.title}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
