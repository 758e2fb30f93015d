import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from 'react-hook-form';
import type { $ZodType, input, output } from 'zod/v4/core';
import { hideRefusal, messagesIn, nextRefusal, noRefusal, serverRefusal } from './form-refusal.ts';

/** The schema of a form in the contract. */
type FormSchema = $ZodType<FieldValues, FieldValues>;

export interface ContractFormOptions<Schema extends FormSchema> {
  schema: Schema;
  /** Initial values; every field needs one, also fields without a control. */
  defaults: input<Schema>;
  /** Gets the output of the schema; throws to refuse. */
  submit: (values: output<Schema>) => unknown;
  /** Cleared when the form is refused; all other fields stay as typed. */
  clearOnFailure?: readonly Path<input<Schema>>[];
  /** The field for a refusal that names none. */
  errorField?: Path<input<Schema>>;
}

const isTextControl = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !/^(?:checkbox|radio|file)$/.test(element.type));

/**
 * A form validated by the contract's schema before it is sent, the same as on the server. Show it with
 * `ContractForm`, or spread `props` on `Form`.
 */
export function useContractForm<Schema extends FormSchema>({
  schema,
  defaults,
  submit,
  clearOnFailure = [],
  errorField,
}: ContractFormOptions<Schema>) {
  type Values = input<Schema>;
  const fields = useForm<Values, unknown, output<Schema>>({
    resolver: zodResolver(schema),
    defaultValues: defaults as DefaultValues<Values>,
    // `Form` moves the focus, also to fields that are not registered.
    shouldFocusError: false,
  });
  const [submitting, setSubmitting] = useState(false);
  const [refusal, setRefusal] = useState(noRefusal);
  const known = useRef(new WeakSet<Element>());

  const refuse = (error: unknown) => {
    for (const name of clearOnFailure) {
      fields.setValue(name, defaults[name]);
    }
    const { named, messages } = serverRefusal(error, (name) => name in defaults);
    for (const { field, message } of named) {
      fields.setError(field as Path<Values>, { type: 'server', message });
    }
    if (named.length === 0 && errorField) {
      fields.setError(errorField, { type: 'server', message: messages[0] });
    }
    setRefusal(nextRefusal(messages));
  };

  const send = fields.handleSubmit(
    async (values) => {
      setRefusal(hideRefusal);
      setSubmitting(true);
      try {
        await submit(values);
      } catch (error) {
        refuse(error);
      } finally {
        setSubmitting(false);
      }
    },
    (errors) => setRefusal(nextRefusal(messagesIn(errors))),
  );

  return {
    /** The form library, for watching, setting and resetting fields. */
    fields,
    /** Spread on a control. Keeps what was typed before hydration. */
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
      refusals: refusal.count,
      submitting,
      onSubmit: (event: FormEvent<HTMLFormElement>): void => void send(event),
    },
    submitting,
    /** Why the last submit was refused, until it is hidden or the form is sent again. */
    refusal,
    hideRefusal: () => setRefusal(hideRefusal),
  };
}

export type ContractFormState = Pick<
  ReturnType<typeof useContractForm>,
  'props' | 'submitting' | 'refusal' | 'hideRefusal'
>;
