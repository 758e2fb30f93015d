import { useState } from 'react';
import { PartControls } from './PartControls.tsx';
import { toolIcons } from './ToolBar.tsx';
import { addableTypes, labelOfTool, namesOf } from './tools.ts';
import type { Drawing } from './use-drawing.ts';

/** Every part as a row, so that everything can be done without a pointer. */
export function PartList({ drawing }: { drawing: Drawing }) {
  const { scene, selection } = drawing;
  // The text of a part that was added here gets the focus.
  const [added, setAdded] = useState<string>();
  const names = namesOf(scene.items);
  return (
    <div className="drawing-parts">
      <fieldset aria-label="Add a part" className="drawing-add">
        {addableTypes.map((type) => (
          <button
            key={type}
            type="button"
            className="drawing-tool"
            aria-label={`Add ${labelOfTool(type).toLowerCase()}`}
            title={`Add ${labelOfTool(type).toLowerCase()}`}
            onClick={() => setAdded(drawing.addListed(type))}
          >
            {toolIcons[type]}
          </button>
        ))}
      </fieldset>
      {scene.items.length === 0 ? (
        <p className="meta">Nothing is drawn yet.</p>
      ) : (
        <ul className="drawing-rows" aria-label="Parts">
          {scene.items.map((item, index) => (
            <li key={item.id} className="drawing-row">
              <button
                type="button"
                className="drawing-part"
                aria-expanded={selection.size === 1 && selection.has(item.id)}
                aria-pressed={selection.has(item.id)}
                onClick={() => {
                  drawing.setTool('select');
                  drawing.select(selection.size === 1 && selection.has(item.id) ? [] : [item.id]);
                }}
              >
                {toolIcons[item.type]}
                <span>{names[index]}</span>
              </button>
              {selection.size === 1 && selection.has(item.id) && (
                <PartControls
                  key={item.id}
                  drawing={drawing}
                  item={item}
                  index={index}
                  focusText={added === item.id}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
