import { CircleAlert, ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Alert } from './Alert.tsx';
import { announce } from './announcer.ts';
import { Button } from './Button.tsx';
import { acceptedImages, invalidImageType, isAcceptedImage } from './image-type.ts';

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }));

export interface PictureFieldProps {
  label: string;
  /** May be omitted or removed. */
  optional?: boolean;
  /** The cropped picture as a data URL, or the URL of the stored one; empty if there is none. */
  picture: string;
  onPicture: (dataUrl: string) => void;
  /** Width divided by height. */
  aspect?: number;
  /** Users may free the crop from the aspect ratio. */
  freeable?: boolean;
  error: string | undefined;
  disabled: boolean;
}

/** Choose, paste or drop a picture, and crop it. */
export function PictureField({
  label,
  optional = false,
  picture,
  onPicture,
  aspect = 16 / 9,
  freeable,
  error: refused,
  disabled,
}: PictureFieldProps) {
  const id = useId();
  const [file, setFile] = useState<Blob | null>(null);
  const [wrongTypes, setWrongTypes] = useState(0);
  const error = wrongTypes > 0 ? invalidImageType : refused;
  const [over, setOver] = useState(false);

  const take = (chosen: Blob | undefined) => {
    if (chosen === undefined || disabled) return;
    const accepted = isAcceptedImage(chosen);
    setWrongTypes(accepted ? 0 : wrongTypes + 1);
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
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
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
        {picture !== '' && <img className="picture-cut" src={picture} alt="The one there now" />}
        <div className="form-actions">
          <input
            id={id}
            className="sr-only"
            type="file"
            accept={acceptedImages}
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
            aria-invalid={error ? true : undefined}
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
          {picture !== '' && optional && (
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
      {error && (
        <p id={`${id}-error`} className="field-error">
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
      {wrongTypes > 0 && (
        <Alert key={wrongTypes} tone="danger" autoHide>
          {invalidImageType}
        </Alert>
      )}
      {file && (
        <Suspense>
          <CropDialog
            file={file}
            aspect={aspect}
            freeable={freeable}
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

const isTextField = (target: EventTarget | null) =>
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
      // Text copied from a document often contains a picture of itself.
      if (!file || (isTextField(target) && clipboardData?.types.includes('text/plain'))) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
