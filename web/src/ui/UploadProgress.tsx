import { Progress } from './Progress.tsx';

export interface UploadProgressProps {
  /** 0 to 1; undefined without an upload. */
  progress: number | undefined;
}

/** Progress of an upload. After all bytes are sent the remaining time is unknown. */
export function UploadProgress({ progress }: UploadProgressProps) {
  if (progress === undefined) return null;
  if (progress >= 1) return <Progress label="Making the picture ready" />;
  return <Progress label="Sending the picture" value={progress} />;
}
