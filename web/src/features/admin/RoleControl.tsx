import './admin.css';
import type { AssignableRole } from '@gyan/contract/scalars.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useEffect, useRef, useState } from 'react';
import { stepUpDialog } from '#features/account/lazy-parts.ts';
import { useViewer } from '#features/session/store.ts';
import { assignableRoles, roleMeaning, roleNames, roleWithArticle } from '#features/users/roles.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { displayName } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Tag } from '#ui/Tag.tsx';
import { useRoleChange } from './api.ts';

/** The user's role, and the roles that can be assigned. */
export function RoleControl({ user }: { user: UserModel }) {
  const name = displayName(user);
  const [newRole, setNewRole] = useState<AssignableRole>();
  const group = useRef<HTMLFieldSetElement>(null);
  const change = useRoleChange();
  const viewer = useViewer();
  const role = user.userRole ?? 'kRegular';
  const needsStepUp = change.error instanceof ApiProblem && change.error.code === 'reauth_required';
  const wasRole = useRef(role);

  useEffect(() => {
    if (wasRole.current === role) return;
    wasRole.current = role;
    // The pressed button unmounts: keep the focus in the group.
    if (document.activeElement === null || document.activeElement === document.body) group.current?.focus();
  }, [role]);

  const give = (wanted: AssignableRole) => {
    setNewRole(undefined);
    change.mutate(
      { user, role: wanted },
      { onSuccess: () => announce(`${name} is now ${roleWithArticle[wanted]}.`) },
    );
  };

  return (
    <fieldset ref={group} className="role" tabIndex={-1}>
      <legend className="sr-only">Role of {name}</legend>
      <Tag tone={role === 'kRegular' ? 'plain' : 'accent'}>{roleNames[role]}</Tag>
      {user.can?.setRole &&
        assignableRoles
          .filter((other) => other !== role)
          .map((other) => (
            <Button
              key={other}
              size="sm"
              busy={change.isPending && change.variables.role === other}
              aria-disabled={change.isPending}
              onClick={() => change.isPending || setNewRole(other)}
            >
              Make {roleNames[other].toLowerCase()}
              <span className="sr-only"> {name}</span>
            </Button>
          ))}
      {needsStepUp && viewer.status === 'in' && (
        <stepUpDialog.Component
          user={viewer.user}
          onConfirmed={() => change.variables && give(change.variables.role)}
          onClose={change.reset}
        />
      )}
      {change.isError && !needsStepUp && (
        <div className="role-error">
          <Alert tone="danger" dismissible onHide={change.reset}>
            {name} is still {roleNames[role].toLowerCase()}. {change.error.message}
          </Alert>
        </div>
      )}
      {newRole && (
        <ConfirmDialog
          open
          title={`Make ${name} ${roleWithArticle[newRole]}?`}
          description={`${roleMeaning[newRole]} They are told by e-mail.`}
          confirmLabel={`Make ${roleNames[newRole].toLowerCase()}`}
          onConfirm={() => give(newRole)}
          onCancel={() => setNewRole(undefined)}
        />
      )}
    </fieldset>
  );
}
