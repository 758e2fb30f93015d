import type { AuthDeps } from '#domains/auth/actions.ts';
import { confirmSession } from '#domains/auth/session-queries.ts';
import { answerSignIn, originOf } from '#domains/auth/sign-in-answer.ts';
import { keepBrowser } from '#http/browser-cookie.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { confirmAddress, requestEmailChange } from './email-change.ts';
import { disownSignIn } from './not-me.ts';
import { listFactors } from './queries.ts';
import {
  addPasskey,
  addTotp,
  beginPasskeyRegistration,
  beginReauthentication,
  beginTotp,
  checkNewTotp,
  createRecoveryCodes,
  reauthenticate,
  removeFactor,
  stopFactorReset,
  verifyPasskey,
} from './settings.ts';
import { beginFactorReset, beginPasskey, finishSignIn, signInByPasskey } from './sign-in.ts';

const nanosecondsPerMillisecond = 1_000_000;

export function factorRoutes(deps: AuthDeps): Binding[] {
  const { db, config } = deps;
  return [
    bind('POST /login_second', async ({ body, request, reply }) =>
      answerSignIn(reply, config, await finishSignIn(deps, body, originOf(request))),
    ),
    bind('POST /passkey_login_options', async ({ body, request, reply }) => {
      const { browser, ...begun } = await beginPasskey(deps, body?.ticket, originOf(request));
      keepBrowser(reply, browser, config);
      return begun;
    }),
    bind('POST /passkey_login', async ({ body, request, reply }) =>
      answerSignIn(reply, config, await signInByPasskey(deps, body, originOf(request))),
    ),
    bind('POST /factor_reset', async ({ body, request }) => {
      const endsAt = await beginFactorReset(deps, body.ticket, originOf(request));
      return { endsAt: endsAt.getTime() * nanosecondsPerMillisecond };
    }),
    bind('GET /r/factors', async ({ viewer }) => new JsonText(await listFactors(db, viewer.userId))),
    bind('POST /r/passkey_options', async ({ body, viewer }) =>
      beginPasskeyRegistration(deps, viewer, body?.currentPasswd),
    ),
    bindKeyed('POST /r/passkey', {
      prepare: ({ viewer, body }) => verifyPasskey(deps, viewer, body),
      async write(db, { viewer, body }, passkey) {
        const model = await addPasskey(db, deps, viewer, { ...passkey, name: body.name });
        return new JsonText(`{"factorModel":${model}}`);
      },
    }),
    bind('DELETE /r/factor', async ({ query, body, viewer }) => {
      const { factorId } = query;
      await removeFactor(deps, viewer, { factorId, currentPasswd: body?.currentPasswd });
      return new JsonText(await listFactors(db, viewer.userId));
    }),
    bind('POST /r/totp', async ({ body, viewer }) => beginTotp(deps, viewer, body)),
    bindKeyed('POST /r/totp_confirm', {
      prepare: ({ viewer, body }) => checkNewTotp(deps, viewer, body),
      async write(db, { viewer, body }, step) {
        const model = await addTotp(db, deps, viewer, { factorId: body.factorId, step });
        return new JsonText(`{"factorModel":${model}}`);
      },
    }),
    bind('POST /r/recovery_codes', async ({ body, viewer }) => ({
      recoveryCodes: await createRecoveryCodes(deps, viewer, body?.currentPasswd),
    })),
    bind('DELETE /r/factor_reset', async ({ body, viewer }) => {
      await stopFactorReset(deps, viewer, body?.currentPasswd);
      return new JsonText(await listFactors(db, viewer.userId));
    }),
    bind('POST /r/reauthenticate_options', async ({ viewer }) => beginReauthentication(deps, viewer)),
    bind('POST /r/reauthenticate', async ({ body, viewer }) => {
      await reauthenticate(deps, viewer, body);
      await confirmSession(db, viewer.sessionId);
      return {};
    }),
    bind('PUT /r/email', async ({ body, viewer }) => {
      await requestEmailChange(deps, viewer, body);
      return {};
    }),
    bind('POST /email_confirm', async ({ body }) => ({ done: await confirmAddress(deps, body.t) })),
    bind('POST /not_me', async ({ body }) => {
      await disownSignIn(deps, body.t);
      return {};
    }),
  ];
}
