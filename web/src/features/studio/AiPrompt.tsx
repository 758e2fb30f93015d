import { aiCalls } from '@gyan/contract/ai.ts';
import { isBlank } from '@gyan/contract/text.ts';
import { Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ContractForm } from '#lib/ContractForm.tsx';
import { useContractForm } from '#lib/use-contract-form.ts';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { htmlOfText } from './editor-text.ts';
import { generate } from './generate.ts';

export interface GeneratedText {
  aiPrompt: string;
  /** Empty when the generation was stopped before the model's name arrived. */
  aiModelName: string;
  htmlDesc: string;
}

interface AiPromptProps {
  prompt: string;
  onPrompt: (prompt: string) => void;
  /** Whether there is a text already. */
  again: boolean;
  onGenerated: (generated: GeneratedText) => void;
}

const schema = aiCalls['GET /r/gen'].query;

export function AiPrompt({ prompt, onPrompt, again, onGenerated }: AiPromptProps) {
  const writing = useWriting();
  const form = useContractForm({
    schema,
    defaults: { p: prompt },
    submit: async ({ p }) => {
      const generated = await writing.write(p);
      if (generated) onGenerated({ aiPrompt: p, ...generated });
    },
    errorField: 'p',
  });
  const field = form.register('p');
  const props: typeof form.props = {
    ...form.props,
    onSubmit: (event) => {
      if (isBlank(form.fields.getValues('p'))) event.preventDefault();
      else form.props.onSubmit(event);
    },
  };
  return (
    <>
      <ContractForm form={{ ...form, props }} className="studio-form">
        <Field label="Prompt" hint="What should the card explain, and to whom?" error={form.errorOf('p')}>
          <TextArea
            {...field}
            rows={3}
            onChange={(event) => {
              onPrompt(event.target.value);
              void field.onChange(event);
            }}
          />
        </Field>
        <div className="form-actions">
          <Button
            type="submit"
            variant={again ? 'outline' : 'primary'}
            busy={form.submitting}
            busyText="Writing"
          >
            {again ? 'Write it again' : 'Write it'}
          </Button>
        </div>
      </ContractForm>
      {writing.partialText !== undefined && <Writing text={writing.partialText} onStop={writing.stop} />}
    </>
  );
}

function Writing({ text, onStop }: { text: string; onStop: () => void }) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  return (
    <section className="writing" aria-label="The text so far" aria-busy="true">
      <p className="writing-text">{text || 'Thinking…'}</p>
      <Button ref={stop} icon={<Square size={16} fill="currentColor" aria-hidden="true" />} onClick={onStop}>
        Stop
      </Button>
    </section>
  );
}

/** One generation at a time. Stopping keeps the text so far; leaving the page discards it. */
function useWriting() {
  const [partialText, setPartialText] = useState<string>();
  const listening = useRef<AbortController>(undefined);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      listening.current?.abort();
    };
  }, []);

  const write = async (prompt: string) => {
    const controller = new AbortController();
    listening.current = controller;
    let text = '';
    setPartialText(text);
    announce('Writing. Press Stop to end it early.');
    try {
      const { content, modelName } = await generate(prompt, {
        signal: controller.signal,
        onText: (now) => {
          text = now;
          setPartialText(now);
        },
      });
      announce('The text is there. You can edit it now.');
      return { htmlDesc: content, aiModelName: modelName };
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      const htmlDesc = htmlOfText(text);
      return left.current || htmlDesc === '' ? undefined : { htmlDesc, aiModelName: '' };
    } finally {
      setPartialText(undefined);
    }
  };

  return { partialText, write, stop: () => listening.current?.abort() };
}
