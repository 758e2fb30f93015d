import type { SecondFactorNeeded, SignedIn } from '@gyan/contract/auth.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { ownUserModel } from '#domains/users/view.ts';
import { countedAddress, shortenedAddress } from '#http/addresses.ts';
import { browserOf, keepBrowser } from '#http/browser-cookie.ts';
import type { BegunSignIn, Origin, SignedInPerson } from './actions.ts';

export function originOf(request: FastifyRequest): Origin {
  const { ip, headers } = request;
  return {
    address: countedAddress(ip),
    network: shortenedAddress(ip),
    userAgent: headers['user-agent'],
    browser: browserOf(request),
  };
}

type Site = Pick<Config, 'publicUrl'>;

/** Gives the browser its cookie with the answer. */
export function answerSignIn(reply: FastifyReply, config: Site, result: SignedInPerson): SignedIn;
export function answerSignIn(
  reply: FastifyReply,
  config: Site,
  result: SignedInPerson | BegunSignIn,
): SignedIn | SecondFactorNeeded;
export function answerSignIn(
  reply: FastifyReply,
  config: Site,
  result: SignedInPerson | BegunSignIn,
): SignedIn | SecondFactorNeeded {
  keepBrowser(reply, result.browser, config);
  if ('ticket' in result) return { secondFactor: result.secondFactor, ticket: result.ticket };
  return { authToken: result.authToken, userModel: ownUserModel(result.user) };
}
