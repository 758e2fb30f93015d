import { ChevronRight } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { api } from '#features/session/actions.ts';
import { type OutlineChapter, type OutlinePlace, readOutline } from '#features/subjects/outline.ts';
import { rememberedApi } from '#lib/remembered-api.ts';
import { CardLine, ChapterName } from '../outline-lines.tsx';
import { subjectMemory } from '../subject-memory.ts';

interface LiveOutlineProps {
  subjectId: number;
  place: OutlinePlace;
  /** What scrolls around it. */
  pane: RefObject<HTMLElement | null>;
  /** Stands here until the outline is there. */
  before: ReactNode;
  onFollow?: () => void;
}

/** Every chapter unfolds, and however many cards there are, only those in sight are in the document. */
export function LiveOutline({ subjectId, before, ...rest }: LiveOutlineProps) {
  const [chapters, setChapters] = useState<OutlineChapter[]>();
  useEffect(() => {
    let gone = false;
    readOutline(rememberedApi(api, subjectMemory(subjectId)), String(subjectId)).then(
      (outline) => {
        if (!gone) setChapters(outline.chapters);
      },
      // What stands there already leads to every chapter.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [subjectId]);
  return chapters ? <Lines subjectId={subjectId} chapters={chapters} {...rest} /> : before;
}

type Line =
  | { kind: 'chapter'; chapter: OutlineChapter; at: number; unfolded: boolean }
  | { kind: 'card'; chapter: OutlineChapter; at: number };

function linesOf(chapters: readonly OutlineChapter[], unfolded: ReadonlySet<number>): Line[] {
  return chapters.flatMap((chapter, at): Line[] => {
    const open = unfolded.has(chapter.id);
    const head: Line = { kind: 'chapter', chapter, at, unfolded: open };
    return open
      ? [head, ...chapter.cards.map((_, card): Line => ({ kind: 'card', chapter, at: card }))]
      : [head];
  });
}

function Lines({
  subjectId,
  chapters,
  place,
  pane,
  onFollow,
}: Pick<LiveOutlineProps, 'subjectId' | 'place' | 'pane' | 'onFollow'> & {
  chapters: readonly OutlineChapter[];
}) {
  const list = useRef<VirtualizerHandle>(null);
  const openId = chapters[place.chapter]?.id;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(
    () => new Set(openId === undefined ? [] : [openId]),
  );
  const [lastOpen, setLastOpen] = useState(openId);
  if (openId !== lastOpen) {
    // Whoever steps into the next chapter sees it open.
    setLastOpen(openId);
    if (openId !== undefined) setUnfolded(new Set([...unfolded, openId]));
  }
  const lines = useMemo(() => linesOf(chapters, unfolded), [chapters, unfolded]);
  const isCurrent = (line: Line) =>
    line.kind === 'card' && line.chapter.id === openId && line.at === place.card;
  const current = lines.findIndex(isCurrent);

  /** The line with the focus stays in the document however far it is scrolled away. */
  const [held, setHeld] = useState<number>();

  /** Where it has been scrolled to; a chapter that is folded meanwhile moves nothing. */
  const shown = useRef<string>(undefined);
  const here = `${place.chapter} ${place.card}`;
  useEffect(() => {
    if (shown.current === here || current < 0) return;
    // Somebody who has scrolled before it came alive looks at something else already.
    const looksAround = shown.current === undefined && (pane.current?.scrollTop ?? 0) > 0;
    shown.current = here;
    if (!looksAround) bringIntoSight(list.current, pane.current, current);
  }, [here, current, pane]);

  const toggle = (id: number) =>
    setUnfolded((was) => {
      const now = new Set(was);
      if (!now.delete(id)) now.add(id);
      return now;
    });

  const Item = useMemo(() => itemOf(lines.length), [lines.length]);
  return (
    <Virtualizer
      ref={list}
      as="ol"
      item={Item}
      data={lines}
      scrollRef={pane}
      keepMounted={held === undefined ? [] : [held]}
    >
      {(line, index) =>
        line.kind === 'chapter' ? (
          <button
            key={`chapter ${line.chapter.id}`}
            type="button"
            className="outline-name"
            aria-expanded={line.unfolded}
            onClick={() => toggle(line.chapter.id)}
            onFocus={() => setHeld(index)}
          >
            <ChapterName number={line.at + 1} title={line.chapter.title} count={line.chapter.cards.length} />
            <ChevronRight className="outline-fold" size={18} aria-hidden="true" />
          </button>
        ) : (
          <CardLine
            key={`card ${line.chapter.id} ${line.at}`}
            subjectId={subjectId}
            chapterId={line.chapter.id}
            card={line.chapter.cards[line.at] as OutlineChapter['cards'][number]}
            current={isCurrent(line)}
            onFollow={onFollow}
          />
        )
      }
    </Virtualizer>
  );
}

/** Above the line that is shown stays room for the two before it. */
const airAbove = 120;

/** Moves only if it has to. The lower end of the pane may be below that of the window. */
function bringIntoSight(list: VirtualizerHandle | null, pane: HTMLElement | null, index: number) {
  if (!list || !pane) return;
  const inSight = Math.min(pane.clientHeight, innerHeight - pane.getBoundingClientRect().top);
  const top = list.getItemOffset(index) - list.scrollOffset;
  if (top >= 0 && top + list.getItemSize(index) <= inSight) return;
  list.scrollToIndex(index, { align: 'start', offset: -airAbove });
}

/** A list of which only a part is in the document says how long it is. */
function itemOf(size: number) {
  return function Item({ index, ...rest }: ComponentProps<'li'> & { index: number }) {
    return <li aria-setsize={size} aria-posinset={index + 1} {...rest} />;
  };
}
