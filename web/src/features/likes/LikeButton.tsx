import { Heart } from 'lucide-react';
import { Button } from '#ui/Button.tsx';

export interface LikeButtonProps {
  liked: boolean;
  /** Without it the button stands there and waits for its meaning. */
  onToggle?: () => void;
}

/** Its name says how things stand, so it needs no pressed state beside it. */
export function LikeButton({ liked, onToggle }: LikeButtonProps) {
  return (
    <Button
      className={liked ? 'like-button liked' : 'like-button'}
      icon={<Heart size={20} fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />}
      aria-disabled={onToggle === undefined || undefined}
      onClick={onToggle}
    >
      {liked ? 'Liked' : 'Like'}
    </Button>
  );
}
