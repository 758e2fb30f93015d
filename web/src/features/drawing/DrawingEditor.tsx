import './drawing.css';
import { type Scene, sceneLimits } from '@gyan/contract/scenes.ts';
import { Grid3x3, LayoutTemplate, List, Maximize, Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useWideScreen } from '#lib/use-wide-screen.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { acceptedImages, invalidImageType, isAcceptedImage } from '#ui/image-type.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Canvas } from './Canvas.tsx';
import { useClipboard } from './clipboard.ts';
import { useMeasure } from './measure.ts';
import { addItems, setBackground } from './model/edits.ts';
import { PageMenu } from './PageMenu.tsx';
import { PartList } from './PartList.tsx';
import { textsOf } from './paths.ts';
import { readPhoto } from './photo-file.ts';
import { photoUrlOf } from './photo-name.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { StyleBar } from './StyleBar.tsx';
import { pressKey } from './shortcuts.ts';
import { ToolBar } from './ToolBar.tsx';
import type { Measure } from './text-layout.ts';
import { partCount, type Tool, tools } from './tools.ts';
import { sizeOf, useDrawing } from './use-drawing.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useView } from './use-view.ts';

const TemplateGallery = lazy(async () => ({
  default: (await import('./templates/TemplateGallery.tsx')).TemplateGallery,
}));

export interface DrawingEditorProps {
  /** What it starts from; later changes are not read. */
  first: Scene;
  onChange: (scene: Scene) => void;
  /** Stores a photo for the background and gives its name. Without it the background stays. */
  storePhoto?: ((dataUrl: string) => Promise<string>) | undefined;
}

/** Draws and labels a picture with pointer, pen or keyboard. */
export function DrawingEditor(props: DrawingEditorProps) {
  const measure = useMeasure(textsOf(props.first));
  return measure ? <Editor {...props} measure={measure} /> : <Skeleton shape="picture" />;
}

function Editor({ first, onChange, storePhoto, measure }: DrawingEditorProps & { measure: Measure }) {
  const hintId = useId();
  const drawing = useDrawing(first, measure, onChange);
  const { scene, page, tool } = drawing;
  const root = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const view = useView(page, svg);
  const keptFocus = useKeptFocus(root);
  const isWide = useWideScreen();
  const [isPanning, setIsPanning] = useState(false);
  const [open, setOpen] = useState<'templates' | 'parts'>();
  const [photo, setPhoto] = useState<{ isBusy?: boolean; problem?: string }>({});

  const takePhoto = async (chosen: Blob) => {
    if (!storePhoto || photo.isBusy) return;
    if (!isAcceptedImage(chosen)) {
      setPhoto({ problem: invalidImageType });
      return;
    }
    setPhoto({ isBusy: true });
    try {
      const { dataUrl, ratio } = await readPhoto(chosen);
      const name = await storePhoto(dataUrl);
      drawing.apply((before) => setBackground(before, { photo: name }, ratio, measure));
      announce('The photo is under the drawing now.');
      setPhoto({});
    } catch (error) {
      setPhoto({ problem: error instanceof Error ? error.message : 'Please try again.' });
    }
  };
  useClipboard(root, drawing, storePhoto && ((chosen) => void takePhoto(chosen)));

  const chooseTool = (next: Tool) => {
    if (next === 'picture') {
      if (storePhoto) file.current?.click();
      return;
    }
    drawing.setTool(next);
    announce(tools.find((info) => info.tool === next)?.label ?? '');
  };

  const zoom = (
    <fieldset aria-label="Zoom" className="drawing-group">
      <Small
        label="Zoom out"
        icon={<ZoomOut size={18} />}
        off={view.view.zoom <= 1}
        onPress={() => view.zoomBy(0.8)}
      />
      <Small label="Zoom in" icon={<ZoomIn size={18} />} onPress={() => view.zoomBy(1.25)} />
      <Small
        label="Show the whole page"
        icon={<Maximize size={18} />}
        off={view.view.zoom <= 1}
        onPress={view.reset}
      />
    </fieldset>
  );
  const fullness = sizeOf(scene) / sceneLimits.bytes;
  const isNearlyFull = fullness > 0.9 || scene.items.length > sceneLimits.items * 0.95;
  const count = partCount(scene.items.length);
  const photoUrl = 'photo' in scene.background ? photoUrlOf(scene.background.photo) : undefined;
  return (
    <div
      ref={root}
      role="presentation"
      className="drawing"
      {...keptFocus}
      onKeyDown={(event) => {
        const target = event.target as Element;
        // The editor is inside the form of its card, which Enter would submit.
        if (event.key === 'Enter' && target instanceof HTMLInputElement) event.preventDefault();
        if (isInDialogOf(root.current, target)) return;
        if (event.key === ' ' && target.matches('.drawing-page')) {
          event.preventDefault();
          setIsPanning(true);
        } else if (pressKey(event, drawing, view, chooseTool)) {
          event.preventDefault();
          // A dialog around the editor would close on Escape.
          event.stopPropagation();
        }
      }}
      onKeyUp={(event) => {
        if (event.key === ' ') setIsPanning(false);
      }}
    >
      <div className="drawing-top">
        <ToolBar tool={tool} onTool={chooseTool} hasPicture={storePhoto !== undefined} />
        <fieldset aria-label="Page and history" className="drawing-group drawing-actions">
          <Small label="Undo" icon={<Undo2 size={18} />} off={!drawing.canUndo} onPress={drawing.undo} />
          <Small label="Redo" icon={<Redo2 size={18} />} off={!drawing.canRedo} onPress={drawing.redo} />
          <Small
            label="Grid"
            icon={<Grid3x3 size={18} />}
            pressed={drawing.grid}
            onPress={() => drawing.setGrid(!drawing.grid)}
          />
          {isWide && zoom}
          <PageMenu drawing={drawing}>{!isWide && zoom}</PageMenu>
          <Button
            size="sm"
            variant="outline"
            icon={<LayoutTemplate size={18} aria-hidden="true" />}
            onClick={() => setOpen('templates')}
          >
            Templates
          </Button>
        </fieldset>
        <div className="drawing-bar">
          <StyleBar drawing={drawing} />
          {drawing.chosen.length > 0 && <SelectionBar drawing={drawing} isWide={isWide} />}
        </div>
      </div>
      {photo.problem && (
        <Alert tone="danger" autoHide>
          {photo.problem}
        </Alert>
      )}
      <div className="drawing-work">
        <div className="drawing-sheet" style={{ '--ratio': scene.ratio } as React.CSSProperties}>
          <Canvas
            drawing={drawing}
            view={view}
            svg={svg}
            photoUrl={photoUrl}
            isPanning={isPanning}
            hintId={hintId}
          />
          {photo.isBusy && <p className="drawing-busy">Storing the photo…</p>}
        </div>
        <div className="drawing-below">
          <p id={hintId} className="drawing-hint">
            {tools.find((info) => info.tool === tool)?.hint}
            {isNearlyFull && ' The drawing is nearly full.'}
          </p>
          {!isWide && (
            <Button size="sm" icon={<List size={18} aria-hidden="true" />} onClick={() => setOpen('parts')}>
              {count}
            </Button>
          )}
        </div>
      </div>
      {isWide && (
        <section className="drawing-side" aria-label="Parts of the drawing">
          <h2>{count}</h2>
          <PartList drawing={drawing} />
        </section>
      )}
      <input
        ref={file}
        type="file"
        accept={acceptedImages}
        hidden
        aria-label="Photo under the drawing"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void takePhoto(chosen);
          // So that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {!isWide && (
        <Dialog open={open === 'parts'} onClose={() => setOpen(undefined)} title={count}>
          <PartList drawing={drawing} />
        </Dialog>
      )}
      <Dialog open={open === 'templates'} onClose={() => setOpen(undefined)} title="Templates" size="lg">
        <Suspense fallback={<Skeleton shape="picture" />}>
          <TemplateGallery
            ratio={scene.ratio}
            onInsert={(items) => {
              drawing.apply((before) => addItems(before, items));
              drawing.setTool('select');
              // On top of other parts they are moved next.
              drawing.select(scene.items.length === 0 ? [] : items.map(({ id }) => id));
              setOpen(undefined);
              announce(`${partCount(items.length)} added.`);
            }}
          />
        </Suspense>
      </Dialog>
    </div>
  );
}

/** The dialogs of the editor have keys of their own; the editor itself may be in a dialog. */
const isInDialogOf = (root: Element | null, target: Element) =>
  root?.contains(target.closest('dialog')) === true;

/** It stays focusable while it is off, so that the focus is not lost. */
const Small = ({
  label,
  icon,
  off = false,
  pressed,
  onPress,
}: {
  label: string;
  icon: ReactNode;
  off?: boolean;
  pressed?: boolean;
  onPress: () => void;
}) => (
  <button
    type="button"
    className="drawing-tool"
    aria-label={label}
    aria-pressed={pressed}
    title={label}
    aria-disabled={off || undefined}
    onClick={off ? undefined : onPress}
  >
    {icon}
  </button>
);
