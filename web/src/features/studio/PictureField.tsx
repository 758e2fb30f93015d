import { ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { acceptedImages, invalidImageType, isAcceptedImage } from '#ui/image-type.ts';

const CropDialog = lazy(async () => ({ default: (await import('#ui/CropDialog.tsx')).CropDialog }));

const cardAspect = 16 / 9;

interface PictureFieldProps {
  /** The cut picture as a data URL; empty while there is none. */
  picture: string;
  onPicture: (dataUrl: string) => void;
  error: string | undefined;
  disabled: boolean;
}

/** Choose, paste or drop a picture; cut it 16:9. */
export function PictureField({ picture, onPicture, error, disabled }: PictureFieldProps) {
  const id = useId();
  const [file, setFile] = useState<Blob | null>(null);
  const [wrongType, setWrongType] = useState(false);
  const [over, setOver] = useState(false);

  const take = (chosen: Blob | undefined) => {
    if (chosen === undefined || disabled) return;
    const accepted = isAcceptedImage(chosen);
    setWrongType(!accepted);
    setFile(accepted ? chosen : null);
  };
  usePastedPicture(take);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <fieldset className="field">
      <legend className="field-label">
        Picture<span className="field-optional"> (optional)</span>
      </legend>
      <div
        className="picture-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {picture !== '' && <img className="picture-cut" src={picture} alt="The one you have cut" />}
        <div className="form-actions">
          <input
            id={id}
            className="sr-only"
            type="file"
            accept={acceptedImages}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0]);
              // So that the same file can be chosen again.
              currentTarget.value = '';
            }}
          />
          <label htmlFor={id} className="btn btn-outline">
            <ImageUp size={20} aria-hidden="true" />
            {picture === '' ? 'Choose a picture' : 'Choose another'}
          </label>
          {picture !== '' && (
            <Button
              variant="quiet"
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => onPicture('')}
            >
              Remove picture
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="field-hint">
          Or drop one here, or paste one.
        </p>
      </div>
      {(wrongType || error) && <Alert tone="danger">{wrongType ? invalidImageType : error}</Alert>}
      {file && (
        <Suspense>
          <CropDialog
            file={file}
            aspect={cardAspect}
            onCrop={(image) => {
              setFile(null);
              onPicture(image.dataUrl);
              announce('The picture is cut.');
            }}
            onClose={() => setFile(null)}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

const isWritten = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

function usePastedPicture(take: (file: Blob | undefined) => void) {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      const file = clipboardData?.files[0];
      // Text copied from a document often comes with a picture of itself.
      if (!file || (isWritten(target) && clipboardData?.types.includes('text/plain'))) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
