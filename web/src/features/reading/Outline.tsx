import { Fragment, useRef } from 'react';
import type { ChapterRow, OutlineCard, OutlinePosition } from '#features/subjects/outline.ts';
import type { SubjectView } from '#features/subjects/subject-view.ts';
import { Spine } from '#features/tiles/Spine.tsx';
import { useWideScreen } from '#lib/use-wide-screen.ts';
import { Link } from '#ui/Link.tsx';
import { liveOutline } from './lazy-parts.ts';
import { ChapterName, OutlineCardRow } from './outline-rows.tsx';

interface OutlineProps {
  subject: SubjectView;
  chapters: readonly ChapterRow[];
  /** The cards of the open chapter. */
  cards: readonly OutlineCard[];
  place: OutlinePosition;
  /** The URL names the card. */
  chosen: boolean;
}

/**
 * The table of contents: every chapter, and the cards of the open one. On wide screens a lazy part replaces it,
 * in which every chapter unfolds.
 */
export function Outline({ subject, chapters, cards, place, chosen }: OutlineProps) {
  const pane = useRef<HTMLDivElement>(null);
  const wide = useWideScreen();
  const lines = (
    <ol>
      {chapters.map((chapter, index) => (
        <Fragment key={chapter.id}>
          <li>
            {chapter.href === null ? (
              <span className="outline-name">
                <ChapterName number={index + 1} {...chapter} />
              </span>
            ) : (
              <Link className="outline-name" to={chapter.href} preventScrollReset>
                <ChapterName number={index + 1} {...chapter} />
              </Link>
            )}
          </li>
          {index === place.chapter &&
            cards.map((card, at) => (
              <li key={card.urlText}>
                <OutlineCardRow
                  subjectId={subject.id}
                  chapterId={chapter.id}
                  card={card}
                  current={chosen && at === place.card}
                />
              </li>
            ))}
        </Fragment>
      ))}
    </ol>
  );
  return (
    <nav className="subject-outline" aria-label="Contents">
      <Spine seed={`${subject.id}:${subject.title}`} chapterCount={chapters.length} />
      <div ref={pane} className="outline-pane">
        {wide ? (
          <liveOutline.Component
            key={subject.id}
            subjectId={subject.id}
            place={place}
            pane={pane}
            before={lines}
            fallback={lines}
          />
        ) : (
          lines
        )}
      </div>
    </nav>
  );
}
