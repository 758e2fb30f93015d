import {
  type SceneColor,
  type SceneItem,
  type SceneWidth,
  sceneColors,
  sceneWidths,
} from '@gyan/contract/scenes.ts';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronsDown,
  ChevronsUp,
  Minus,
  Plus,
  RotateCcw,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { announce } from '#ui/announcer.ts';
import { Select } from '#ui/Select.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { centreOf, type Point } from './geometry.ts';
import * as arrange from './model/arrange.ts';
import { boundsOf, flatArea } from './model/bounds.ts';
import { isConnector } from './model/connect.ts';
import * as edits from './model/edits.ts';
import { colorNames, widthNames } from './StyleBar.tsx';
import { nameOfItem, namesOf } from './tools.ts';
import type { Drawing } from './use-drawing.ts';

/** In page units. */
const listStep = 20;

interface PartControlsProps {
  drawing: Drawing;
  item: SceneItem;
  index: number;
  focusText: boolean;
}

/** Changes one part without a pointer. */
export function PartControls({ drawing, item, index, focusText }: PartControlsProps) {
  const id = useId();
  const text = useRef<HTMLInputElement>(null);
  const { scene, page, measure, apply } = drawing;
  const ids = new Set([item.id]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => showInList(root.current), []);
  useEffect(() => {
    if (focusText) text.current?.focus();
  }, [focusText]);

  const place = (changed: SceneItem | undefined) => {
    if (!changed) return;
    const { x, y } = centreOf(boundsOf(changed, page));
    announce(`${percent(x / page.width)} from the left, ${percent(y / page.height)} from the top`);
  };
  const move = (by: Point) => {
    const next = arrange.moveItems(scene, ids, by);
    apply(() => next, `move ${item.id}`);
    place(next.items.find((other) => other.id === item.id));
  };
  const resize = (by: { width: number; height: number }) => {
    const area = flatArea(item, page);
    const next = arrange.resizeItem(
      scene,
      item.id,
      { ...area, width: area.width + by.width, height: area.height + by.height },
      measure,
    );
    apply(() => next, `resize ${item.id}`);
    const changed = next.items.find((other) => other.id === item.id);
    const size = changed && flatArea(changed, page);
    if (size)
      announce(`${percent(size.width / page.width)} wide, ${percent(size.height / page.height)} high`);
  };
  const point = (by: Point) => {
    if (item.type !== 'label') return;
    const target = { x: item.target.x + by.x / page.width, y: item.target.y + by.y / page.height };
    apply((before) => edits.setTarget(before, item.id, target), `point ${item.id}`);
    announce(`Points at ${percent(target.x)} from the left, ${percent(target.y)} from the top`);
  };
  const hasBox = 'box' in item;
  const isText = item.type === 'text' || item.type === 'label';
  return (
    <div ref={root} className="drawing-controls">
      {hasBox && (
        <label className="drawing-control-wide" htmlFor={`${id}-text`}>
          <span>Text</span>
          <TextInput
            ref={text}
            id={`${id}-text`}
            value={item.text ?? ''}
            autoComplete="off"
            onChange={({ currentTarget }) => drawing.setText(item.id, currentTarget.value)}
          />
        </label>
      )}
      {item.type === 'label' && (
        <ChoiceOfPart
          label="Points at"
          none="A place on the page"
          parts={scene.items.filter((other) => other.type !== 'label')}
          value={undefined}
          onChoose={(part) => {
            if (!part) return;
            const { x, y } = centreOf(boundsOf(part, page));
            apply((before) => edits.setTarget(before, item.id, { x: x / page.width, y: y / page.height }));
            announce(`Points at ${nameOfItem(part)}`);
          }}
        />
      )}
      {isConnector(item) &&
        (['from', 'to'] as const).map((end) => (
          <ChoiceOfPart
            key={end}
            label={end === 'from' ? 'Starts at' : 'Ends at'}
            none="A place on the page"
            parts={scene.items.filter((other) => 'box' in other)}
            value={item[end]}
            onChoose={(part) => {
              const [x, y] = item.points.at(end === 'from' ? 0 : -1) ?? [0, 0];
              const at = { x: x * page.width, y: y * page.height };
              apply((before) => edits.setEnd(before, item.id, end, at, part?.id));
            }}
          />
        ))}
      <Arrows label="Move" onStep={move} />
      {item.type === 'label' && <Arrows label="Target" onStep={point} />}
      <Group label="Size">
        <Step
          label="Narrower"
          icon={<Minus size={16} />}
          onPress={() => resize({ width: -listStep, height: 0 })}
        />
        <Step
          label="Wider"
          icon={<Plus size={16} />}
          onPress={() => resize({ width: listStep, height: 0 })}
        />
        {!isText && (
          <>
            <Step
              label="Lower"
              icon={<ChevronsDown size={16} />}
              onPress={() => resize({ width: 0, height: -listStep })}
            />
            <Step
              label="Higher"
              icon={<ChevronsUp size={16} />}
              onPress={() => resize({ width: 0, height: listStep })}
            />
          </>
        )}
      </Group>
      {item.type !== 'label' && (
        <Group label="Turn">
          <Step
            label="Turn left"
            icon={<RotateCcw size={16} />}
            onPress={() => apply((before) => arrange.rotateItems(before, ids, -15))}
          />
          <Step
            label="Turn right"
            icon={<RotateCw size={16} />}
            onPress={() => apply((before) => arrange.rotateItems(before, ids, 15))}
          />
        </Group>
      )}
      <div className="drawing-control-pair">
        <label htmlFor={`${id}-color`}>
          <span>Colour</span>
          <Select
            id={`${id}-color`}
            value={item.color}
            onChange={({ currentTarget }) => drawing.setColor(currentTarget.value as SceneColor)}
          >
            {sceneColors.map((color) => (
              <option key={color} value={color}>
                {colorNames[color]}
              </option>
            ))}
          </Select>
        </label>
        <label htmlFor={`${id}-width`}>
          <span>Thickness</span>
          <Select
            id={`${id}-width`}
            value={item.width}
            onChange={({ currentTarget }) => drawing.setWidth(Number(currentTarget.value) as SceneWidth)}
          >
            {sceneWidths.map((width) => (
              <option key={width} value={width}>
                {widthNames[width]}
              </option>
            ))}
          </Select>
        </label>
      </div>
      <Group label="Order">
        <Step
          label="Backward"
          icon={<ArrowUp size={16} />}
          off={index === 0}
          onPress={() => apply((before) => arrange.orderItems(before, ids, 'backward'))}
        />
        <Step
          label="Forward"
          icon={<ArrowDown size={16} />}
          off={index === scene.items.length - 1}
          onPress={() => apply((before) => arrange.orderItems(before, ids, 'forward'))}
        />
        <Step label="Delete this part" icon={<Trash2 size={16} />} onPress={drawing.remove} />
      </Group>
    </div>
  );
}

/** Scrolls the list, but not the page, until a row and its controls are in view. */
function showInList(controls: HTMLElement | null) {
  const row = controls?.closest('li');
  const list = row?.closest('ul');
  if (!row || !list) return;
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.min(Math.max(inner.bottom - outer.bottom, 0), inner.top - outer.top);
}

const percent = (value: number) => `${Math.round(Math.min(Math.max(value, 0), 1) * 100)} %`;

function ChoiceOfPart({
  label,
  none,
  parts,
  value,
  onChoose,
}: {
  label: string;
  none: string;
  parts: readonly SceneItem[];
  value: string | undefined;
  onChoose: (part: SceneItem | undefined) => void;
}) {
  const id = useId();
  const names = namesOf(parts);
  if (parts.length === 0) return null;
  return (
    <label className="drawing-control-wide" htmlFor={id}>
      <span>{label}</span>
      <Select
        id={id}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoose(parts.find((part) => part.id === currentTarget.value))}
      >
        <option value="">{none}</option>
        {parts.map((part, index) => (
          <option key={part.id} value={part.id}>
            {names[index]}
          </option>
        ))}
      </Select>
    </label>
  );
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset aria-label={label} className="drawing-control">
    <span aria-hidden="true">{label}</span>
    <div className="drawing-steps">{children}</div>
  </fieldset>
);

/** It stays focusable while it is off, so that the focus is not lost. */
const Step = ({
  label,
  icon,
  off = false,
  onPress,
}: {
  label: string;
  icon: ReactNode;
  off?: boolean;
  onPress: () => void;
}) => (
  <button
    type="button"
    className="drawing-step"
    aria-label={label}
    title={label}
    aria-disabled={off || undefined}
    onClick={off ? undefined : onPress}
  >
    {icon}
  </button>
);

const Arrows = ({ label, onStep }: { label: string; onStep: (by: Point) => void }) => (
  <Group label={label}>
    <Step
      label={`${label}: left`}
      icon={<ArrowLeft size={16} />}
      onPress={() => onStep({ x: -listStep, y: 0 })}
    />
    <Step
      label={`${label}: right`}
      icon={<ArrowRight size={16} />}
      onPress={() => onStep({ x: listStep, y: 0 })}
    />
    <Step
      label={`${label}: up`}
      icon={<ArrowUp size={16} />}
      onPress={() => onStep({ x: 0, y: -listStep })}
    />
    <Step
      label={`${label}: down`}
      icon={<ArrowDown size={16} />}
      onPress={() => onStep({ x: 0, y: listStep })}
    />
  </Group>
);
