import './comments.css';
import type { ReactNode, Ref } from 'react';

interface CommentSectionProps {
  /** Receives the focus when a focused element below unmounts. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function CommentSection({ headingRef, children }: CommentSectionProps) {
  return (
    <section className="comments" aria-labelledby="comments">
      <h2 id="comments" ref={headingRef} tabIndex={-1}>
        Comments
      </h2>
      {children}
    </section>
  );
}
