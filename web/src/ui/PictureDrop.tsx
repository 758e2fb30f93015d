import { clsx } from 'clsx';
import { CircleAlert, ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from './button-class.ts';
import { acceptedImages } from './image-type.ts';

interface PictureDropProps {
  /** Of the button to choose a file. */
  label: string;
  variant?: 'primary' | 'outline';
  className?: string;
  error: string | undefined;
  /** A chosen, dropped or pasted file, of any type. */
  onFile: (file: Blob | undefined) => void;
  /** Above the button. */
  children?: ReactNode;
  /** Beside the button. */
  action?: ReactNode;
}

/** Choose, paste or drop a picture. */
export function PictureDrop({
  label,
  variant = 'outline',
  className,
  error,
  onFile,
  children,
  action,
}: PictureDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  usePastedFile(onFile);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };

  return (
    <>
      <div
        className={clsx('picture-drop', className)}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
        <div className="form-actions">
          <input
            id={id}
            className="sr-only"
            type="file"
            accept={acceptedImages}
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
            aria-invalid={error ? true : undefined}
            onChange={({ currentTarget }) => {
              onFile(currentTarget.files?.[0]);
              // So that the same file can be chosen again.
              currentTarget.value = '';
            }}
          />
          <label htmlFor={id} className={buttonClass({ variant })}>
            <ImageUp size={20} aria-hidden="true" />
            {label}
          </label>
          {action}
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
    </>
  );
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

function usePastedFile(onFile: (file: Blob | undefined) => void) {
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
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
