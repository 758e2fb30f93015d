import './learning.css';
import { Button } from '#ui/Button.tsx';

/** Takes the place of Study or Remember until it is known whether the viewer studies it. */
export function StudyPlaceholder({ label }: { label: 'Study' | 'Remember' }) {
  return (
    <Button className="study-button" aria-disabled>
      {label}
    </Button>
  );
}
