import { type Agent, request } from 'node:http';

export interface BareRequest {
  method: string;
  headers: Record<string, string>;
  agent: Agent;
}

/** The status of an answer whose text nobody looks at: where much is asked and timed, reading it would be timed too. */
export function send(url: string, settings: BareRequest, body?: string | Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, settings, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
