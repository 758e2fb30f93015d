import './templates.css';
import type { Scene, SceneItem } from '@gyan/contract/scenes.ts';
import { IndentDecrease, IndentIncrease } from 'lucide-react';
import {
  type KeyboardEvent,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useMeasure } from '../measure.ts';
import { SceneView } from '../SceneView.tsx';
import { type Measure, roughMeasure } from '../text-layout.ts';
import { breakLine, indentLines, type Selected } from './indent.ts';
import { parseOutline } from './outline.ts';
import { fillTemplate, type TemplateName, templateNames, templates } from './templates.ts';

interface TemplateGalleryProps {
  ratio: number;
  onInsert: (items: SceneItem[]) => void;
}

/** Ids that stay the same while the author types, so that the preview is updated in place. */
function numberedIds() {
  let count = 0;
  return () => `t${(count += 1)}`;
}

const sceneOf = (ratio: number, items: SceneItem[]): Scene => ({
  version: 1,
  ratio,
  background: { color: 'white' },
  items,
});

const preview = (name: TemplateName, outline: string, ratio: number, measure: Measure) =>
  sceneOf(ratio, fillTemplate(name, outline, ratio, { newId: numberedIds(), measure }));

const thumbnailRatio = 16 / 10;

/** Choose a template, type its parts, see it drawn. */
export function TemplateGallery({ ratio, onInsert }: TemplateGalleryProps) {
  const [name, setName] = useState<TemplateName>('cycle');
  const [outline, setOutline] = useState('');
  const isEmpty = parseOutline(outline).length === 0;
  const shown = useDeferredValue(isEmpty ? templates[name].example : outline);
  const examples = templateNames.map((each) => templates[each].example);
  const measure = useMeasure([outline, ...examples]) ?? roughMeasure;
  const scene = useMemo(() => preview(name, shown, ratio, measure), [name, shown, ratio, measure]);
  const hintId = useId();

  return (
    <div
      role="presentation"
      className="templates"
      onKeyDown={(event) => {
        // Keys do nothing in the editor around the gallery, and Enter on a choice does not send its form.
        event.stopPropagation();
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <TemplateChoice chosen={name} onChoose={setName} measure={measure} />
      <div className="templates-work">
        <OutlineField
          hint={templates[name].hint}
          placeholder={templates[name].example}
          value={outline}
          onChange={setOutline}
        />
        <figure className="templates-preview" data-example={isEmpty || undefined}>
          <SceneView scene={scene} label={`Preview of the template ${templates[name].title}`} />
          <figcaption id={hintId}>
            {isEmpty
              ? 'An example. Type your own parts to see them here.'
              : 'All parts can be changed later.'}
          </figcaption>
        </figure>
      </div>
      <Button
        variant="primary"
        aria-disabled={isEmpty || undefined}
        aria-describedby={isEmpty ? hintId : undefined}
        onClick={() => {
          if (!isEmpty) onInsert(fillTemplate(name, outline, ratio, { measure }));
        }}
      >
        Insert
      </Button>
    </div>
  );
}

interface TemplateChoiceProps {
  chosen: TemplateName;
  onChoose: (name: TemplateName) => void;
  measure: Measure;
}

function TemplateChoice({ chosen, onChoose, measure }: TemplateChoiceProps) {
  const group = useId();
  const scenes = useMemo(
    () =>
      templateNames.map((name) => ({
        name,
        scene: preview(name, templates[name].example, thumbnailRatio, measure),
      })),
    [measure],
  );
  return (
    <fieldset className="templates-choice">
      <legend>Template</legend>
      {scenes.map(({ name, scene }) => (
        <label key={name} className="template-option">
          <input
            type="radio"
            className="sr-only"
            name={group}
            value={name}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <SceneView scene={scene} />
          <span>{templates[name].title}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface OutlineFieldProps {
  hint: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Enter keeps the indent of the line; two buttons change it, because Tab leaves the field. */
function OutlineField({ hint, placeholder, value, onChange }: OutlineFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const nextSelection = useRef<Selected>(undefined);
  useLayoutEffect(() => {
    if (!nextSelection.current) return;
    field.current?.setSelectionRange(nextSelection.current.start, nextSelection.current.end);
    nextSelection.current = undefined;
  });

  const change = (edit: (selected: Selected) => Selected) => {
    if (!field.current) return;
    const { selectionStart, selectionEnd } = field.current;
    const edited = edit({ text: value, start: selectionStart, end: selectionEnd });
    nextSelection.current = edited;
    onChange(edited.text);
  };
  const indent = (by: 1 | -1) => {
    change((selected) => indentLines(selected, by));
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    change(breakLine);
  };
  return (
    <div className="templates-outline">
      <Field label="Parts" hint={hint}>
        <TextArea
          ref={field}
          rows={8}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKey}
        />
      </Field>
      <div className="cluster">
        <IconButton
          label="Indent the line: a part of the one above"
          icon={<IndentIncrease size={20} aria-hidden="true" />}
          onClick={() => indent(1)}
        />
        <IconButton
          label="Indent the line less"
          icon={<IndentDecrease size={20} aria-hidden="true" />}
          onClick={() => indent(-1)}
        />
      </div>
    </div>
  );
}
