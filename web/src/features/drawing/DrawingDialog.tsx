import type { Scene } from '@gyan/contract/scenes.ts';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DrawingEditor } from './DrawingEditor.tsx';

interface DrawingDialogProps {
  title: string;
  first: Scene;
  onChange: (scene: Scene) => void;
  onDone: () => void;
  onCancel: () => void;
}

/** The drawing editor above a form. */
export function DrawingDialog({ title, first, onChange, onDone, onCancel }: DrawingDialogProps) {
  const [isChanged, setIsChanged] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    if (isChanged) setIsLeaving(true);
    else onDone();
  };
  return (
    <>
      <Dialog
        open
        onClose={leave}
        title={title}
        size="wide"
        footer={
          <>
            <Button variant="quiet" onClick={leave}>
              Cancel
            </Button>
            <Button variant="primary" onClick={onDone}>
              Done
            </Button>
          </>
        }
      >
        <DrawingEditor
          first={first}
          onChange={(scene) => {
            setIsChanged(true);
            onChange(scene);
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        title="Leave without these changes?"
        confirmLabel="Leave"
        danger
        onConfirm={onCancel}
        onCancel={() => setIsLeaving(false)}
      />
    </>
  );
}
