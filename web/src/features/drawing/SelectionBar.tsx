import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  BringToFront,
  Copy,
  RotateCw,
  SendToBack,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from '#ui/Popover.tsx';
import { type Alignment, alignItems, orderItems, rotateItems, spreadItems } from './model/arrange.ts';
import type { Drawing } from './use-drawing.ts';

const alignButtons: { how: Alignment; label: string; icon: ReactNode }[] = [
  { how: 'start', label: 'Align left', icon: <AlignStartVertical size={18} /> },
  { how: 'centre', label: 'Align centres', icon: <AlignCenterVertical size={18} /> },
  { how: 'end', label: 'Align right', icon: <AlignEndVertical size={18} /> },
  { how: 'top', label: 'Align top', icon: <AlignStartHorizontal size={18} /> },
  { how: 'middle', label: 'Align middles', icon: <AlignCenterHorizontal size={18} /> },
  { how: 'bottom', label: 'Align bottom', icon: <AlignEndHorizontal size={18} /> },
];

/** What can be done with all selected parts. */
export function SelectionBar({ drawing, isWide }: { drawing: Drawing; isWide: boolean }) {
  const { chosen, selection, apply } = drawing;
  const button = (label: string, icon: ReactNode, onPress: () => void, off = false) => (
    <button
      key={label}
      type="button"
      className="drawing-tool"
      title={label}
      aria-label={label}
      disabled={off}
      onClick={onPress}
    >
      {icon}
    </button>
  );
  const align = (
    <>
      {alignButtons.map(({ how, label, icon }) =>
        button(label, icon, () => apply((scene) => alignItems(scene, selection, how))),
      )}
      {button(
        'Equal gaps across',
        <AlignHorizontalSpaceAround size={18} />,
        () => apply((scene) => spreadItems(scene, selection, 'x')),
        chosen.length < 3,
      )}
      {button(
        'Equal gaps down',
        <AlignVerticalSpaceAround size={18} />,
        () => apply((scene) => spreadItems(scene, selection, 'y')),
        chosen.length < 3,
      )}
    </>
  );
  return (
    <fieldset aria-label="Selected parts" className="drawing-group drawing-selection">
      {button('Duplicate', <Copy size={18} />, drawing.duplicate)}
      {button('Delete', <Trash2 size={18} />, drawing.remove)}
      {button('Bring to front', <BringToFront size={18} />, () =>
        apply((scene) => orderItems(scene, selection, 'front')),
      )}
      {button('Send to back', <SendToBack size={18} />, () =>
        apply((scene) => orderItems(scene, selection, 'back')),
      )}
      {button('Turn by 15°', <RotateCw size={18} />, () =>
        apply((scene) => rotateItems(scene, selection, 15)),
      )}
      {isWide ? (
        <Popover
          button={<AlignStartVertical size={18} />}
          label="Align"
          title="Align"
          size="sm"
          className="drawing-popover"
          panelClassName="menu-list menu-end drawing-align"
        >
          {() => align}
        </Popover>
      ) : (
        // On phones the bar scrolls, and would cut off a panel.
        chosen.length > 1 && align
      )}
    </fieldset>
  );
}
