import './large-picture.css';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Cover } from '#features/tiles/Cover.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Link } from '#ui/Link.tsx';
import type { CardDetail } from '../card-detail.ts';
import type { CardStep } from '../card-position.ts';
import { useZoom } from './use-zoom.ts';

interface LargePictureProps {
  card: Pick<CardDetail, 'id' | 'title' | 'photo'>;
  previous?: CardStep | null;
  next?: CardStep | null;
  onClose: () => void;
}

/** The picture on the whole screen, to zoom, pan and step to the neighbours. */
export function LargePicture({ card, previous = null, next = null, onClose }: LargePictureProps) {
  useEffect(
    () => () => {
      // The button that opened it is gone when the viewer stepped to a video meanwhile.
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('button.card-picture, main h1')?.focus();
    },
    [],
  );
  return (
    <Dialog open onClose={onClose} title={<span aria-live="polite">{card.title}</span>} size="full">
      <Stage card={card} previous={previous} next={next} />
    </Dialog>
  );
}

const keepScroll = { preventScrollReset: true };
const panByKey = 80;
const zoomStep = 1.5;

function Stage({ card, previous, next }: Required<Omit<LargePictureProps, 'onClose'>>) {
  const navigate = useNavigate();
  const { lg, md, sm } = card.photo?.specMap ?? {};
  const largest = lg ?? md ?? sm;
  const open = (step: CardStep | null) => {
    if (step) void navigate(step.href, keepScroll);
  };
  const { stage, zoom, zoomBy, panBy, reset, handlers } = useZoom({
    picture: largest ?? { width: 16, height: 9 },
    onSwipeLeft: () => open(next),
    onSwipeRight: () => open(previous),
  });
  const zoomed = zoom.scale > 1;
  const [shown, setShown] = useState(card.id);
  if (shown !== card.id) {
    setShown(card.id);
    reset();
  }

  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => {
    onKey.current = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const command = {
        '+': () => zoomBy(zoomStep),
        '=': () => zoomBy(zoomStep),
        '-': () => zoomBy(1 / zoomStep),
        '0': reset,
        ArrowLeft: () => (zoomed ? panBy(panByKey, 0) : open(previous)),
        ArrowRight: () => (zoomed ? panBy(-panByKey, 0) : open(next)),
        ArrowUp: () => panBy(0, panByKey),
        ArrowDown: () => panBy(0, -panByKey),
      }[event.key];
      if (!command) return;
      event.preventDefault();
      command();
    };
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey.current?.(event);
    // Before the page's own arrow keys, which skip handled events.
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);

  const transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`;
  return (
    <>
      <div ref={stage} className="large-picture" data-zoomed={zoomed || undefined} {...handlers}>
        <div style={{ transform }}>
          {largest ? (
            <img
              key={largest.url}
              src={largest.url}
              width={largest.width}
              height={largest.height}
              alt={card.photo?.altText ?? ''}
              draggable={false}
            />
          ) : (
            <Cover id={card.id} title={card.title} />
          )}
        </div>
      </div>
      <div className="large-picture-bar">
        <StepLink step={previous} rel="prev" />
        <div className="large-picture-zoom">
          <IconButton
            label="Zoom out"
            icon={<ZoomOut size={20} aria-hidden="true" />}
            disabled={!zoomed}
            onClick={() => zoomBy(1 / zoomStep)}
          />
          <IconButton
            label="Zoom in"
            icon={<ZoomIn size={20} aria-hidden="true" />}
            onClick={() => zoomBy(zoomStep)}
          />
        </div>
        <StepLink step={next} rel="next" />
      </div>
    </>
  );
}

const labels = { prev: 'Previous', next: 'Next' };

function StepLink({ step, rel }: { step: CardStep | null; rel: 'prev' | 'next' }) {
  const Icon = rel === 'prev' ? ChevronLeft : ChevronRight;
  if (!step) return <span className="btn btn-icon" />;
  return (
    <Link
      className={buttonClass({ variant: 'quiet' }, 'btn-icon')}
      rel={rel}
      to={step.href}
      aria-label={`${labels[rel]}: ${step.title}`}
      {...keepScroll}
    >
      <Icon size={24} aria-hidden="true" />
    </Link>
  );
}
