import { type FormEvent, useState } from 'react';
import type { input, output, ZodMiniType } from 'zod/mini';
import { hideRefusal, nextRefusal, noRefusal, serverRefusal } from './form-refusal.ts';

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
  /** Required fields that are marked without a message when they are empty. */
  silentWhenEmpty?: readonly (keyof input<Schema> & string)[];
}

/** Messages by field; an empty one only marks the field. */
type Errors = Record<string, string>;

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
  silentWhenEmpty = [],
}: TextFormOptions<Schema>) {
  const [errors, setErrors] = useState<Errors>({});
  const [submitting, setSubmitting] = useState(false);
  const [refusal, setRefusal] = useState(noRefusal);

  const check = async (typed: FormData) => {
    const result = (await schema()).safeParse({ ...hidden, ...Object.fromEntries(typed) });
    const found: Errors = {};
    for (const { path, message } of result.error?.issues ?? []) {
      const name = String(path[0]);
      const value = typed.get(name);
      const isEmpty = typeof value === 'string' && value.trim() === '';
      const isSilent = isEmpty && (silentWhenEmpty as readonly string[]).includes(name);
      found[name] ??= isSilent ? '' : message;
    }
    return { values: result.data, found };
  };

  const refuse = (error: unknown, form: HTMLFormElement) => {
    for (const name of clearOnFailure) {
      const control = form.elements.namedItem(name);
      if (control instanceof HTMLInputElement) control.value = '';
    }
    const { named, messages } = serverRefusal(error, (name) => form.elements.namedItem(name) !== null);
    setErrors(
      named.length > 0
        ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
        : { [errorField]: messages[0] ?? '' },
    );
    setRefusal(nextRefusal(messages));
  };

  const send = async (form: HTMLFormElement) => {
    // Read before the fields are disabled: FormData omits disabled fields.
    const typed = new FormData(form);
    setSubmitting(true);
    try {
      const { values, found } = await check(typed);
      setErrors(found);
      if (values === undefined) {
        setRefusal(nextRefusal(Object.values(found)));
        return;
      }
      setRefusal(hideRefusal);
      await submit(values);
    } catch (error) {
      refuse(error, form);
    } finally {
      setSubmitting(false);
    }
  };

  /** After the first refusal, each change validates its field again. */
  const checkAgain = async (form: HTMLFormElement, field: string) => {
    const { found } = await check(new FormData(form));
    const error = found[field];
    setErrors((previous) => ({
      ...withoutField(previous, field),
      ...(error !== undefined && { [field]: error }),
    }));
  };

  return {
    /** For `Field`. */
    errorOf: (name: keyof input<Schema> & string) => errors[name],
    /** For `Form`. */
    props: {
      refusals: refusal.count,
      submitting,
      onFocus: () => void schema().catch(() => undefined),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(event.currentTarget);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        if (refusal.count > 0) void checkAgain(event.currentTarget, name).catch(() => undefined);
      },
    },
    submitting,
    /** Why the last submit was refused, until it is hidden or the form is sent again. */
    refusal,
    hideRefusal: () => setRefusal(hideRefusal),
  };
}
