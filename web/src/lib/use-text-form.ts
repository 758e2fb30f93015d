import { type FormEvent, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { input, output, ZodMiniType } from 'zod/mini';
import { listFormErrors } from '#ui/form-errors.ts';
import { besideField, errorsForSummary, type FormFailure, formFailureOf } from './form-failure.ts';

type TextSchema = ZodMiniType<object, Record<string, string | undefined>>;

interface TextFormOptions<Schema extends TextSchema> {
  /** Imports the contract's schema, when the form is focused or sent. */
  schema: () => Promise<Schema>;
  /** Values sent with the form; fields with the same names override them. */
  hidden?: Partial<input<Schema>>;
  /** Gets the output of the schema; throws to refuse. */
  submit: (values: output<Schema>) => unknown;
  /** Cleared when the form is refused; all other fields stay as typed. */
  clearOnFailure?: readonly (keyof input<Schema> & string)[];
  /** The field for a refusal that names none. */
  errorField: keyof input<Schema> & string;
}

type Errors = Record<string, { type: string; message: string }>;

const withoutField = (errors: Errors, field: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));

/**
 * `useContractForm` for public pages: uncontrolled text fields only, without the form library (13 kB
 * gzipped), and with a lazy schema (10 kB). Show it with `ContractForm`.
 */
export function useTextForm<Schema extends TextSchema>({
  schema,
  hidden,
  submit,
  clearOnFailure = [],
  errorField,
}: TextFormOptions<Schema>) {
  const [errors, setErrors] = useState<Errors>({});
  const [submitCount, setSubmitCount] = useState(0);
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  const check = async (typed: FormData) => {
    const result = (await schema()).safeParse({ ...hidden, ...Object.fromEntries(typed) });
    const found: Errors = {};
    for (const { path, code, message } of result.error?.issues ?? []) {
      found[String(path[0])] ??= { type: code, message };
    }
    return { values: result.data, found };
  };

  const refuse = (error: unknown, form: HTMLFormElement) => {
    const failed = formFailureOf(error);
    for (const name of clearOnFailure) {
      const control = form.elements.namedItem(name);
      if (control instanceof HTMLInputElement) control.value = '';
    }
    const wrong = failed.problem?.fields ?? [];
    const beside: Errors =
      wrong.length === 0 ? { [errorField]: { type: besideField, message: failed.text } } : {};
    for (const { field, message } of wrong) {
      beside[form.elements.namedItem(field) ? field : 'root'] = { type: 'server', message };
    }
    setErrors(beside);
    setFailure(failed);
  };

  const send = async (form: HTMLFormElement) => {
    // Read before the fields are disabled: FormData omits disabled fields.
    const typed = new FormData(form);
    setSubmitting(true);
    try {
      const { values, found } = await check(typed);
      setErrors(found);
      setSubmitCount((count) => count + 1);
      if (values === undefined) return;
      setFailure(undefined);
      await submit(values);
    } catch (error) {
      refuse(error, form);
    } finally {
      setSubmitting(false);
    }
  };

  /** After the first submit, each change validates its field again. */
  const checkAgain = async (form: HTMLFormElement, field: string) => {
    const { found } = await check(new FormData(form));
    const error = found[field];
    setErrors((previous) => ({ ...withoutField(previous, field), ...(error ? { [field]: error } : {}) }));
  };

  return {
    /** For `Field`. */
    errorOf: (name: keyof input<Schema> & string) => errors[name]?.message,
    /** For `Form`. */
    props: {
      errors: listFormErrors(errorsForSummary(errors)),
      submitting,
      onFocus: () => void schema().catch(() => undefined),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(event.currentTarget);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        if (submitCount > 0) void checkAgain(event.currentTarget, name).catch(() => undefined);
      },
    },
    submitting,
    /** The validation errors of the last submit. */
    checked: { errors: errors as FieldErrors, submitCount },
    /** The server's refusal, until it is hidden or the form is sent again. */
    failure,
    hideFailure: () => setFailure(undefined),
  };
}
