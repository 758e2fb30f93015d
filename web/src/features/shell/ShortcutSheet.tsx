import { Dialog } from '#ui/Dialog.tsx';

const shortcuts = [
  { keys: '/', does: 'Search' },
  { keys: 'j k', does: 'Next and previous card in a feed' },
  { keys: '← →', does: 'Previous and next card of a chain or subject' },
  { keys: 'Space', does: 'Show the next label or the answer in a review' },
  { keys: 'x', does: 'Mark the last label as missed' },
  { keys: '1 2 3 4', does: 'Grade it: Again, Hard, Good, Easy' },
  { keys: 'z', does: 'Undo the last grade' },
  { keys: '?', does: 'Show this list' },
  { keys: 'Esc', does: 'Close what is open' },
];

const inDrawings = [
  { keys: 'V', does: 'Select' },
  { keys: 'P', does: 'Pen' },
  { keys: 'B O', does: 'Box, ellipse' },
  { keys: 'I A', does: 'Line, arrow' },
  { keys: 'T L', does: 'Text, label' },
  { keys: 'M', does: 'Picture under the drawing' },
  { keys: 'E', does: 'Eraser' },
  { keys: 'Enter', does: 'Type in the selected part' },
  { keys: '← → ↑ ↓', does: 'Move the selected parts, further with Shift' },
  { keys: '[ ]', does: 'Backward, forward' },
  { keys: 'Del', does: 'Delete the selected parts' },
  { keys: 'Ctrl Z Y', does: 'Undo, redo' },
  { keys: 'Ctrl C X V D', does: 'Copy, cut, paste, duplicate' },
  { keys: 'G', does: 'Grid' },
  { keys: '+ - 0', does: 'Zoom in, out, whole page' },
  { keys: 'Space', does: 'Hold and drag to move the page' },
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="sm">
      <ShortcutRows shortcuts={shortcuts} />
      <h3>In a drawing</h3>
      <ShortcutRows shortcuts={inDrawings} />
    </Dialog>
  );
}

const ShortcutRows = ({ shortcuts: rows }: { shortcuts: typeof shortcuts }) => (
  <dl className="shortcuts">
    {rows.map(({ keys, does }) => (
      <div key={keys}>
        <dt>
          <kbd>{keys}</kbd>
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
);
