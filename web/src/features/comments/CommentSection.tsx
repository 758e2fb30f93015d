import './comments.css';
import type { ReactNode, Ref } from 'react';

interface CommentSectionProps {
  /** Takes the focus of what disappears below it. */
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
