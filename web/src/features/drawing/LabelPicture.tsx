import type { Scene } from '@gyan/contract/scenes.ts';
import { PencilRuler, Tags } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { photoNameOf, photoUrlOf } from './photo-name.ts';

const DrawingDialog = lazy(async () => ({
  default: (await import('./DrawingDialog.tsx')).DrawingDialog,
}));

interface LabelPictureProps {
  /** A data URL, or the URL of the stored picture. */
  picture: string;
  /** What the picture shows now, or how to load that. */
  scene: Scene | (() => Promise<Scene>) | undefined;
  isDrawn?: boolean;
  /** Called on every change; undefined removes the labels. */
  onScene: (scene: Scene | undefined) => void;
  /** Stores a picture that only this browser has, where there can be one. */
  storePhoto?: (dataUrl: string) => Promise<string>;
}

/** Opens the drawing editor on the picture of a card. */
export function LabelPicture({ picture, scene, isDrawn = false, onScene, storePhoto }: LabelPictureProps) {
  const [opened, setOpened] = useState<{ title: string; first: Scene; before: Scene | undefined }>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const title = isDrawn ? 'Change the drawing' : scene ? 'Change the labels' : 'Label this picture';
  const open = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const known = typeof scene === 'function' ? await scene() : scene;
      const before = typeof scene === 'function' ? undefined : scene;
      setOpened({ title, first: known ?? (await sceneOn(picture, storePhoto)), before });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Please try again.');
    }
    setIsBusy(false);
  };

  const Icon = isDrawn ? PencilRuler : Tags;
  return (
    <div>
      <Button
        icon={<Icon size={18} aria-hidden="true" />}
        busy={isBusy}
        busyText="Opening"
        onClick={() => void open()}
      >
        {title}
      </Button>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {opened && (
        <Suspense>
          <DrawingDialog
            title={opened.title}
            first={opened.first}
            onChange={onScene}
            onDone={() => setOpened(undefined)}
            onCancel={() => {
              onScene(opened.before);
              setOpened(undefined);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** An empty scene on a picture. A scene refers to a stored photo, so that is stored first. */
async function sceneOn(picture: string, storePhoto: LabelPictureProps['storePhoto']): Promise<Scene> {
  const name = picture.startsWith('data:') ? await storePhoto?.(picture) : photoNameOf(picture);
  if (name === undefined) throw new Error('This picture cannot be labelled.');
  const photo = new Image();
  photo.src = photoUrlOf(name);
  await photo.decode();
  const ratio = Math.min(Math.max(photo.naturalWidth / photo.naturalHeight, 0.2), 5);
  return { version: 1, ratio, background: { photo: name }, items: [] };
}
