import type { ConnectionDeps } from '#domains/connections/requests.ts';
import { type Binding, bind } from '#http/serve.ts';
import { askAddress } from './invite.ts';

export function invitationRoutes(deps: ConnectionDeps): Binding[] {
  return [
    bind('POST /r/invite', async ({ body, viewer }) => {
      const invited = { email: body.emailId, field: 'emailId', countUser: false };
      const { connectionReqId } = await askAddress(deps, viewer, invited);
      return { connectionReqId };
    }),
  ];
}
