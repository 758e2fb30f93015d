import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { displayName } from '#lib/text.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { creators } from './api.ts';

interface CreatorChoiceProps {
  value: string;
  onChange: (userId: string) => void;
  error: string | undefined;
  viewer: UserModel;
}

/** Lets admins choose the card's owner. */
export function CreatorChoice({ value, onChange, error, viewer }: CreatorChoiceProps) {
  const { data = [], isError } = useQuery(creators());
  return (
    <Field
      label="Post as"
      hint={isError ? 'The list of creators could not be fetched.' : undefined}
      error={error}
      optional
    >
      <Select name="postAsUserId" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{displayName(viewer)} (you)</option>
        {data
          .filter(({ userId }) => userId !== viewer.userId)
          .map((user) => (
            <option key={user.userId} value={user.userId}>
              {displayName(user)}
            </option>
          ))}
      </Select>
    </Field>
  );
}
