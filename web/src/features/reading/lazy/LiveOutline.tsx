import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#features/session/actions.ts';
import { type OutlineChapter, type OutlinePosition, readOutline } from '#features/subjects/outline.ts';
import { cachedApi } from '#lib/cached-api.ts';
import { ChapterName, OutlineCardRow } from '../outline-rows.tsx';
import { subjectCacheName } from '../subject-cache-name.ts';

interface LiveOutlineProps {
  subjectId: number;
  place: OutlinePosition;
  /** The scroll container. */
  pane: RefObject<HTMLElement | null>;
  /** Shown until the outline is loaded. */
  before: ReactNode;
  onFollow?: () => void;
}

/** Every chapter unfolds; only the cards of unfolded ones are in the document. */
export function LiveOutline({ subjectId, before, ...rest }: LiveOutlineProps) {
  const [chapters, setChapters] = useState<OutlineChapter[]>();
  useEffect(() => {
    let cancelled = false;
    readOutline(cachedApi(api, subjectCacheName(subjectId)), String(subjectId)).then(
      (outline) => {
        if (!cancelled) setChapters(outline.chapters);
      },
      // The static outline still links to every chapter.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [subjectId]);
  return chapters ? <OutlineRows subjectId={subjectId} chapters={chapters} {...rest} /> : before;
}

function OutlineRows({
  subjectId,
  chapters,
  place,
  pane,
  onFollow,
}: Pick<LiveOutlineProps, 'subjectId' | 'place' | 'pane' | 'onFollow'> & {
  chapters: readonly OutlineChapter[];
}) {
  const list = useRef<HTMLOListElement>(null);
  const openId = chapters[place.chapter]?.id;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(
    () => new Set(openId === undefined ? [] : [openId]),
  );
  const [lastOpen, setLastOpen] = useState(openId);
  if (openId !== lastOpen) {
    // A step into the next chapter unfolds it.
    setLastOpen(openId);
    if (openId !== undefined) setUnfolded(new Set([...unfolded, openId]));
  }

  /** The last position scrolled to; folding a chapter does not scroll. */
  const shown = useRef<string>(undefined);
  const here = `${place.chapter} ${place.card}`;
  useEffect(() => {
    const line = list.current?.querySelector('[aria-current="page"]');
    if (shown.current === here || !line || !pane.current) return;
    // Keep the position of a reader who has scrolled before this was loaded.
    const scrolled = shown.current === undefined && pane.current.scrollTop > 0;
    shown.current = here;
    if (!scrolled) bringIntoView(pane.current, line);
  }, [here, pane]);

  const toggle = (id: number) =>
    setUnfolded((previous) => {
      const now = new Set(previous);
      if (!now.delete(id)) now.add(id);
      return now;
    });

  return (
    <ol ref={list}>
      {chapters.map((chapter, index) => (
        <Fragment key={chapter.id}>
          <li>
            <button
              type="button"
              className="outline-name"
              aria-expanded={unfolded.has(chapter.id)}
              onClick={() => toggle(chapter.id)}
            >
              <ChapterName number={index + 1} title={chapter.title} count={chapter.cards.length} />
              <ChevronRight className="outline-fold" size={18} aria-hidden="true" />
            </button>
          </li>
          {unfolded.has(chapter.id) &&
            chapter.cards.map((card, at) => (
              <li key={card.urlText}>
                <OutlineCardRow
                  subjectId={subjectId}
                  chapterId={chapter.id}
                  card={card}
                  current={chapter.id === openId && at === place.card}
                  onFollow={onFollow}
                />
              </li>
            ))}
        </Fragment>
      ))}
    </ol>
  );
}

/** Space for two lines above the one scrolled into view. */
const marginAbove = 120;

/** Scrolls only the pane, and only if needed. The pane may extend below the window. */
function bringIntoView(pane: Element, line: Element) {
  const { top: paneTop } = pane.getBoundingClientRect();
  const { top, bottom } = line.getBoundingClientRect();
  const height = Math.min(pane.clientHeight, innerHeight - paneTop);
  if (top < paneTop || bottom - paneTop > height) pane.scrollBy({ top: top - paneTop - marginAbove });
}
