import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Alert } from './Alert.tsx';
import { announce } from './announcer.ts';
import { Button } from './Button.tsx';
import { invalidImageType, isAcceptedImage } from './image-type.ts';
import { PictureDrop } from './PictureDrop.tsx';

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
  const [file, setFile] = useState<Blob | null>(null);
  const [wrongTypes, setWrongTypes] = useState(0);
  const error = wrongTypes > 0 ? invalidImageType : refused;

  const take = (chosen: Blob | undefined) => {
    if (chosen === undefined || disabled) return;
    const accepted = isAcceptedImage(chosen);
    setWrongTypes(accepted ? 0 : wrongTypes + 1);
    setFile(accepted ? chosen : null);
  };

  return (
    <fieldset className="field">
      <legend className="field-label">
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </legend>
      <PictureDrop
        label={picture === '' ? 'Choose a picture' : 'Choose another'}
        error={error}
        onFile={take}
        action={
          picture !== '' &&
          optional && (
            <Button
              variant="quiet"
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => onPicture('')}
            >
              Remove picture
            </Button>
          )
        }
      >
        {picture !== '' && <img className="picture-cut" src={picture} alt="The one there now" />}
      </PictureDrop>
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
