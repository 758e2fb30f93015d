import {
  Circle,
  Eraser,
  ImagePlus,
  MousePointer2,
  MoveUpRight,
  Pencil,
  Slash,
  Square,
  Tag,
  Type,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { rovingTarget } from '#ui/roving.ts';
import { type Tool, tools } from './tools.ts';

const size = 20;
export const toolIcons: Record<Tool, ReactNode> = {
  select: <MousePointer2 size={size} />,
  ink: <Pencil size={size} />,
  box: <Square size={size} />,
  ellipse: <Circle size={size} />,
  line: <Slash size={size} />,
  arrow: <MoveUpRight size={size} />,
  text: <Type size={size} />,
  label: <Tag size={size} />,
  picture: <ImagePlus size={size} />,
  eraser: <Eraser size={size} />,
};

interface ToolBarProps {
  tool: Tool;
  onTool: (tool: Tool) => void;
  hasPicture: boolean;
}

/** One tab stop; arrows move inside. */
export function ToolBar({ tool, onTool, hasPicture }: ToolBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const shown = tools.filter((info) => hasPicture || info.tool !== 'picture');
  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const target = rovingTarget(event.key, at, buttons.length, 'horizontal');
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[target]?.focus();
  };
  return (
    <div ref={bar} role="toolbar" tabIndex={-1} aria-label="Tools" className="drawing-tools" onKeyDown={move}>
      {shown.map((info) => (
        <button
          key={info.tool}
          type="button"
          className="drawing-tool"
          title={`${info.label} (${info.key.toUpperCase()})`}
          aria-pressed={tool === info.tool}
          tabIndex={tool === info.tool ? 0 : -1}
          onClick={() => onTool(info.tool)}
        >
          {toolIcons[info.tool]}
          <span className="drawing-tool-name">{info.label}</span>
        </button>
      ))}
    </div>
  );
}
