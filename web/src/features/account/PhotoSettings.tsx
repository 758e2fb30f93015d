import './account.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { upload } from '#features/session/transfer.ts';
import { ownerOf } from '#features/users/owner.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { Alert } from '#ui/Alert.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import type { CroppedImage } from '#ui/CropDialog.tsx';
import { invalidImageType, isAcceptedImage } from '#ui/image-type.ts';
import { PictureDrop } from '#ui/PictureDrop.tsx';
import { Progress } from '#ui/Progress.tsx';
import { useAfterSave } from './use-after-save.ts';

const CropDialog = lazy(async () => ({ default: (await import('#ui/CropDialog.tsx')).CropDialog }));

/** Well above the largest size the server keeps of a profile photo. */
const widest = 1280;

/** Choose, paste or drop a picture and crop it to 4:3. It uploads as soon as it is cropped. */
export function PhotoSettings({ user }: { user: UserModel }) {
  const [file, setFile] = useState<Blob | null>(null);
  const [cut, setCut] = useState<CroppedImage>();
  const [problem, setProblem] = useState<string>();
  const [isAlertShown, setAlertShown] = useState(false);
  const sending = useSending();

  const refuse = (message: string | undefined) => {
    setProblem(message);
    setAlertShown(message !== undefined);
  };
  const choose = (chosen: Blob | undefined) => {
    if (chosen === undefined || sending.progress !== undefined) return;
    refuse(isAcceptedImage(chosen) ? undefined : invalidImageType);
    setFile(isAcceptedImage(chosen) ? chosen : null);
  };

  const send = async (image: CroppedImage) => {
    setFile(null);
    setCut(image);
    refuse(undefined);
    try {
      await sending.send(image);
    } catch (error) {
      refuse(error instanceof ApiProblem ? error.detail : 'The picture could not be sent. Please try again.');
    }
  };

  return (
    <div className="stack">
      <CurrentPhoto user={user} cut={cut} />
      {sending.progress === undefined ? (
        <PictureDrop
          label="Choose a photo"
          variant="primary"
          className="photo-drop"
          error={problem}
          onFile={choose}
        />
      ) : (
        <Progress label="Sending your photo" value={sending.progress} />
      )}
      {isAlertShown && (
        <Alert tone="danger" autoHide onHide={() => setAlertShown(false)}>
          {problem}
        </Alert>
      )}
      {problem && cut && sending.progress === undefined && (
        <div>
          <Button variant="primary" onClick={() => void send(cut)}>
            Try again
          </Button>
        </div>
      )}
      {file && (
        <Suspense>
          <CropDialog
            file={file}
            aspect={4 / 3}
            maxWidth={widest}
            title="Crop your photo"
            confirmLabel="Use this photo"
            onCrop={(image) => void send(image)}
            onClose={() => setFile(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function useSending() {
  const afterSave = useAfterSave();
  const [progress, setProgress] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (image: CroppedImage) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const form = new FormData();
    form.set('photoBase64', image.dataUrl);
    setProgress(0);
    try {
      const { userModel } = await upload('PUT /r/updateuserphoto', form, {
        signal,
        onProgress: (loaded, total) => setProgress(total ? loaded / total : 0),
      });
      await afterSave(userModel, 'Your photo is changed.');
    } catch (error) {
      // Ignore the error once the page is left.
      if (!signal.aborted) throw error;
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, send };
}

function CurrentPhoto({ user, cut }: { user: UserModel; cut: CroppedImage | undefined }) {
  const { name, photoUrl } = ownerOf(user);
  if (cut) {
    return (
      <img className="own-photo" src={cut.dataUrl} width={cut.width} height={cut.height} alt="The new one" />
    );
  }
  const photo = user.photoModel?.specMap.sm;
  if (photo) {
    return (
      <img
        className="own-photo"
        src={photo.url}
        width={photo.width}
        height={photo.height}
        alt={`You, ${name}`}
      />
    );
  }
  return (
    <div className="current-photo">
      <Avatar name={name} photoUrl={photoUrl} size="lg" />
      <p className="quiet">{photoUrl ? 'This one comes from where you signed in.' : 'No photo yet.'}</p>
    </div>
  );
}
