import './notices.css';
import { Button } from '#ui/Button.tsx';
import type { ButtonSize } from '#ui/button-class.ts';

/** Takes the place of the follow button until it is known whether the viewer follows. */
export function FollowPlaceholder({ size }: { size?: ButtonSize | undefined }) {
  return (
    <Button className="follow-button" size={size} aria-disabled>
      Follow
    </Button>
  );
}
