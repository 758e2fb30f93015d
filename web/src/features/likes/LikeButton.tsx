import { Heart } from 'lucide-react';
import type { EntityRef } from '#features/entities/store.ts';
import { Button } from '#ui/Button.tsx';
import type { ButtonLook } from '#ui/button-class.ts';
import { useLike } from './use-like.ts';

interface LikeButtonProps extends ButtonLook {
  target: EntityRef;
  /** For screen readers, on pages with several like buttons. */
  of?: string;
}

/** The label tells the state, so there is no `aria-pressed`. Disabled until the viewer's like is known. */
export function LikeButton({ target, of, ...look }: LikeButtonProps) {
  const { liked, toggle } = useLike(target);
  return (
    <Button
      {...look}
      className={liked ? 'like-button liked' : 'like-button'}
      icon={<Heart size={20} fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />}
      aria-disabled={toggle === undefined || undefined}
      onClick={toggle}
    >
      {liked ? 'Liked' : 'Like'}
      {of && <span className="sr-only"> {of}</span>}
    </Button>
  );
}
