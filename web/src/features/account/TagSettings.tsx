import './account.css';
import { TagsForm, type UserModel } from '@gyan/contract/users.ts';
import { api } from '#features/session/actions.ts';
import { ContractForm } from '#lib/ContractForm.tsx';
import { messagesIn } from '#lib/form-refusal.ts';
import { useContractForm } from '#lib/use-contract-form.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Tag } from '#ui/Tag.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { useAfterSave } from './use-after-save.ts';

/** One text field; below it the tags as they will be stored. */
export function TagSettings({ user }: { user: UserModel }) {
  const afterSave = useAfterSave();
  const form = useContractForm({
    schema: TagsForm,
    defaults: { tagVec: (user.tagVec ?? []).join(' ') },
    submit: async ({ tagVec }) => {
      const { userModel } = await api('PUT /r/updateusertags', { body: { tagVec: tagVec.join(' ') } });
      const tags = userModel.tagVec ?? [];
      await afterSave(
        userModel,
        tags.length > 0 ? `Your tags are now ${tags.join(' ')}.` : 'Your tags are gone.',
      );
    },
  });
  const read = TagsForm.safeParse({ tagVec: form.fields.watch('tagVec') });
  const tags = read.success ? read.data.tagVec : [];
  return (
    <ContractForm form={form}>
      <Field
        label="Tags"
        hint="What you know or care about, with spaces between: #compsci #genai"
        // The error of a single tag has the tag's index as its path.
        error={form.errorOf('tagVec') ?? messagesIn(form.fields.formState.errors)[0]}
      >
        <TextInput
          {...form.register('tagVec')}
          placeholder="#compsci #genai"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {tags.length > 0 && (
        <ul className="tag-line" aria-label="Your tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Tag tone="link">{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save tags
        </Button>
      </div>
    </ContractForm>
  );
}
