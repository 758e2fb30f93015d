import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ContentRow, type ContentRowProps } from './ContentRow.tsx';

interface PickTableProps {
  /** The table's caption, for screen readers. */
  caption: string;
  /** The noun of the items: “Card”. */
  noun: string;
  items: readonly ContentRowProps[];
  isIn: (id: number) => boolean;
  /** Adds the items in this order. */
  onAdd: (ids: readonly number[]) => void;
  onRemove: (id: number) => void;
}

/** Items to add to a list, one by one or several at once; added items can be removed again. */
export function PickTable({ caption, noun, items, isIn, onAdd, onRemove }: PickTableProps) {
  const { picked, pick, clear } = usePicked(items, isIn);

  const addPicked = () => {
    onAdd(items.filter(({ id }) => picked.has(id)).map(({ id }) => id));
    clear();
  };

  return (
    <>
      <table className="pick-table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Choose</th>
            <th scope="col">{noun}</th>
            <th scope="col">Add or remove</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const isAdded = isIn(item.id);
            return (
              <tr key={item.id} data-in={isAdded || undefined}>
                <td>
                  <label className="pick-choice">
                    <input
                      type="checkbox"
                      aria-label={`Choose ${item.title}`}
                      checked={isAdded || picked.has(item.id)}
                      disabled={isAdded}
                      onChange={({ target }) => pick(item.id, target.checked)}
                    />
                  </label>
                </td>
                <td className="pick-content">
                  <ContentRow {...item} />
                </td>
                <td className="pick-action">
                  {/* One button in both states, so that it keeps the focus. */}
                  <Button
                    size="sm"
                    variant={isAdded ? 'quiet' : 'outline'}
                    onClick={() => (isAdded ? onRemove(item.id) : onAdd([item.id]))}
                  >
                    {isAdded ? 'Remove' : 'Add'}
                    <span className="sr-only"> {item.title}</span>
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {picked.size > 0 && (
        <div className="pick-bar">
          <Button variant="primary" onClick={addPicked}>
            Add {picked.size} {noun.toLowerCase()}
            {picked.size === 1 ? '' : 's'}
          </Button>
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
    </>
  );
}

/** The ticked items. An item that leaves the table or is added otherwise is unticked. */
function usePicked(items: readonly ContentRowProps[], isIn: (id: number) => boolean) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const picked = new Set(items.filter(({ id }) => ticked.has(id) && !isIn(id)).map(({ id }) => id));
  if (picked.size < ticked.size) setTicked(picked);
  return {
    picked,
    pick: (id: number, on: boolean) => {
      const next = new Set(picked);
      if (on) next.add(id);
      else next.delete(id);
      setTicked(next);
    },
    clear: () => setTicked(new Set()),
  };
}
