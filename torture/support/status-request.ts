import { type Agent, request } from 'node:http';

export interface StatusRequest {
  method: string;
  headers: Record<string, string>;
  agent: Agent;
}

/** Resolves to the status and discards the body, so that parsing it does not add to the measured time. */
export function sendForStatus(url: string, settings: StatusRequest, body?: string | Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, settings, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
