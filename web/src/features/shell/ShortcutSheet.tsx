import { Dialog } from '#ui/Dialog.tsx';

const shortcuts = [
  { keys: '/', does: 'Search' },
  { keys: '← →', does: 'Previous and next card of a chain or subject' },
  { keys: 'Space', does: 'Show the next label or the answer in a review' },
  { keys: 'x', does: 'Mark the last label as missed' },
  { keys: '1 2 3 4', does: 'Grade it: Again, Hard, Good, Easy' },
  { keys: 'z', does: 'Undo the last grade' },
  { keys: '?', does: 'Show this list' },
  { keys: 'Esc', does: 'Close what is open' },
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
