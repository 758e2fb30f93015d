import { Heart } from 'lucide-react';
import type { EntityRef } from '#features/entities/store.ts';
import { Button } from '#ui/Button.tsx';
import { useLike } from './use-like.ts';

/** The label tells the state, so there is no `aria-pressed`. Disabled until the viewer's like is known. */
export function LikeButton({ target }: { target: EntityRef }) {
  const { liked, toggle } = useLike(target);
  return (
    <Button
      className={liked ? 'like-button liked' : 'like-button'}
      icon={<Heart size={20} fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />}
      aria-disabled={toggle === undefined || undefined}
      onClick={toggle}
    >
      {liked ? 'Liked' : 'Like'}
    </Button>
  );
}
