import { Progress } from './Progress.tsx';

export interface UploadProgressProps {
  /** 0 to 1; undefined while nothing is on its way. */
  progress: number | undefined;
}

/** How far a picture has come. Once it is over there, how long the rest takes is not known. */
export function UploadProgress({ progress }: UploadProgressProps) {
  if (progress === undefined) return null;
  if (progress >= 1) return <Progress label="Making the picture ready" />;
  return <Progress label="Sending the picture" value={progress} />;
}
