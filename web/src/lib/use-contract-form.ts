import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form';
import type { $ZodType, input, output } from 'zod/v4/core';
import { listFormErrors } from '#ui/form-errors.ts';
import { aside, listed, type Refusal, refusalOf } from './form-refusal.ts';

/** The schema of a form in the contract. */
type FormSchema = $ZodType<FieldValues, FieldValues>;

export interface ContractFormOptions<Schema extends FormSchema> {
  schema: Schema;
  /** What stands in the fields at first; every field has an entry, also those without a control. */
  defaults: input<Schema>;
  /** Gets what the schema made of the fields. To refuse, it throws. */
  submit: (values: output<Schema>) => unknown;
  /** Emptied when the form is refused; everything else stays as it was typed. */
  clearOnFailure?: readonly Path<input<Schema>>[];
  /** The field that a refusal stands beside when it names none. */
  refusalBeside?: Path<input<Schema>>;
}

const isTextControl = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !/^(?:checkbox|radio|file)$/.test(element.type));

/**
 * A form whose rules are the contract's: checked here before it is sent, by the same schema as on the server. Show it
 * with `ContractForm`, or spread `props` on `Form` and show `refusal` in an alert.
 */
export function useContractForm<Schema extends FormSchema>({
  schema,
  defaults,
  submit,
  clearOnFailure = [],
  refusalBeside,
}: ContractFormOptions<Schema>) {
  type Values = input<Schema>;
  const fields = useForm<Values, unknown, output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues: defaults as DefaultValues<Values>,
    // The summary above the fields takes it.
    shouldFocusError: false,
  });
  const [submitting, setSubmitting] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const known = useRef(new WeakSet<Element>());
  const { errors, submitCount } = fields.formState;

  const refuse = (error: unknown) => {
    const refused = refusalOf(error);
    const { text, problem } = refused;
    for (const name of clearOnFailure) {
      fields.setValue(name, defaults[name]);
    }
    const wrong = problem?.fields ?? [];
    for (const { field, message } of wrong) {
      const name = field in defaults ? (field as Path<Values>) : 'root.server';
      fields.setError(name, { type: 'server', message });
    }
    if (wrong.length === 0 && refusalBeside) fields.setError(refusalBeside, { type: aside, message: text });
    setRefusal(refused);
  };

  const send = fields.handleSubmit(async (values) => {
    setRefusal(undefined);
    setSubmitting(true);
    try {
      await submit(values);
    } catch (error) {
      refuse(error);
    } finally {
      setSubmitting(false);
    }
  });

  return {
    /** Everything the form library offers, for what this hook does not: watching, setting, resetting. */
    fields,
    /** Spread on a control. What was typed before the page was hydrated stays. */
    register: (name: Path<Values>) => {
      const { ref, ...rest } = fields.register(name);
      return {
        ...rest,
        ref: (element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) => {
          const typed = isTextControl(element) && !known.current.has(element) ? element.value : '';
          if (element) known.current.add(element);
          ref(element);
          if (typed !== '') fields.setValue(name, typed as PathValue<Values, Path<Values>>);
        },
      };
    },
    /** For `Field`. */
    errorOf: (name: Path<Values>) => fields.getFieldState(name, fields.formState).error?.message,
    /** For `Form`. */
    props: {
      errors: listFormErrors(listed(errors)),
      submitting,
      onSubmit: (event: FormEvent<HTMLFormElement>): void => void send(event),
    },
    submitting,
    /** What the last press of the button found wrong before anything was sent. */
    checked: { errors: errors as FieldErrors, submitCount },
    /** Why the server did not take it, until it is hidden or sent again. */
    refusal,
    hideRefusal: () => setRefusal(undefined),
  };
}

export type ContractFormState = Pick<
  ReturnType<typeof useContractForm>,
  'props' | 'submitting' | 'checked' | 'refusal' | 'hideRefusal'
>;
