import 'react-image-crop/dist/ReactCrop.css';

import { useEffect, useRef, useState } from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { fitWidth, largestArea, pixelsOf, type Size } from './crop-geometry.ts';
import { Dialog } from './Dialog.tsx';
import { invalidImageType, isAcceptedImage } from './image-type.ts';

export interface CroppedImage extends Size {
  blob: Blob;
  /** The same JPEG as a data URL. */
  dataUrl: string;
}

export interface CropDialogProps {
  /** The picture to crop; the dialog is open while it is set. */
  file: Blob | null;
  /** Width divided by height. */
  aspect: number;
  /** Users may free the frame from the aspect ratio. */
  freeable?: boolean;
  title?: string;
  confirmLabel?: string;
  maxWidth?: number;
  onCrop: (image: CroppedImage) => void;
  onClose: () => void;
}

const jpegQuality = 0.9;

export function CropDialog({ file, onClose, title = 'Crop the picture', ...rest }: CropDialogProps) {
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      size="lg"
      title={title}
      description="Drag the frame or its corners. With the keyboard: Tab to the frame or a corner, then arrow keys; Shift moves further."
    >
      {file && !isAcceptedImage(file) && <Alert tone="danger">{invalidImageType}</Alert>}
      {file && isAcceptedImage(file) && <Cropper file={file} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type CropperProps = Omit<CropDialogProps, 'file' | 'title'> & { file: Blob };

function Cropper({
  file,
  aspect,
  freeable = false,
  confirmLabel = 'Use this crop',
  maxWidth = 1920,
  onCrop,
  onClose,
}: CropperProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [free, setFree] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);

  const cropWithAspect = ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
    setCrop({ unit: '%', ...largestArea({ width: naturalWidth, height: naturalHeight }, aspect) });

  const toggleFree = () => {
    if (!picture.current) return;
    setFree(!free);
    if (free) cropWithAspect(picture.current);
    else setCrop({ unit: '%', x: 0, y: 0, width: 100, height: 100 });
  };

  const finish = async () => {
    if (!picture.current || !crop) return;
    setBusy(true);
    try {
      onCrop(await cutOut(picture.current, crop, maxWidth));
    } catch {
      setProblem('This picture could not be cut. Please try another one.');
      setBusy(false);
    }
  };

  return (
    <>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="crop">
        <ReactCrop
          crop={crop}
          aspect={free ? undefined : aspect}
          keepSelection
          ruleOfThirds
          onChange={(_, percent) => setCrop(percent)}
        >
          <img
            ref={picture}
            alt="The one you chose"
            onLoad={({ currentTarget }) => cropWithAspect(currentTarget)}
            onError={() => setProblem('This browser cannot read the picture. Please try another format.')}
          />
        </ReactCrop>
      </div>
      <div className="dialog-foot">
        {freeable && (
          <Button aria-pressed={free} disabled={!crop} onClick={toggleFree}>
            Free shape
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={!crop || crop.width === 0 || crop.height === 0}
          onClick={() => void finish()}
        >
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}

async function cutOut(picture: HTMLImageElement, crop: PercentCrop, maxWidth: number): Promise<CroppedImage> {
  const source = pixelsOf(crop, { width: picture.naturalWidth, height: picture.naturalHeight });
  const { width, height } = fitWidth(source, maxWidth);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  // JPEG has no transparency; transparent areas become white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, source.x, source.y, source.width, source.height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  if (!blob) throw new Error('the canvas gave no picture');
  return { blob, dataUrl: await readAsDataUrl(blob), width, height };
}

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () =>
      reject(reader.error ?? new Error('the picture could not be read')),
    );
    reader.readAsDataURL(blob);
  });
}
