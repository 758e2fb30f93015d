import './learning.css';
import { useMember, useViewer } from '#features/session/store.ts';
import { type CollectionRef, useProgress } from './progress-store.ts';
import { progressText } from './progress-text.ts';
import { useLoadProgress } from './use-reading.ts';

/** "You know 4 of 10" for members. Its line is there before the words are, so that nothing moves. */
export function ProgressLine({ of }: { of: CollectionRef }) {
  const { status } = useViewer();
  const member = useMember();
  useLoadProgress(of);
  const progress = useProgress(of);
  if (status === 'out') return null;
  const line = <p className="progress-line">{member && progress ? progressText(progress) : '\u00A0'}</p>;
  return status === 'unknown' ? <div className="when-in">{line}</div> : line;
}
