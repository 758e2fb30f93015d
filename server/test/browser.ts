import type { RequestOptions, TestApp, TestResponse } from './open-app.ts';

/** Sends requests as a browser does: with the cookies it was given, and the header against forged requests. */
export class Browser {
  readonly #gyan: TestApp;
  readonly #cookies = new Map<string, string>();

  constructor(gyan: TestApp) {
    this.#gyan = gyan;
  }

  async request(path: string, options: RequestOptions = {}): Promise<TestResponse> {
    const forgery = this.#cookies.get('XSRF-TOKEN');
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#gyan.request(path, {
      ...options,
      headers: {
        ...options.headers,
        ...(cookie === '' ? {} : { cookie }),
        ...(forgery === undefined ? {} : { 'x-xsrf-token': forgery }),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  post(path: string, body: object, token?: string): Promise<TestResponse> {
    return this.request(path, { method: 'POST', body, token });
  }
}
