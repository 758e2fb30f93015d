// The package brings no types; this is what is used of it.
declare module 'autocannon' {
  interface LoadRequest {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string;
    connections: number;
    amount: number;
    timeout?: number;
    sampleInt?: number;
    requests: { setupRequest: (request: LoadRequest) => LoadRequest }[];
  }
  interface Result {
    errors: number;
    timeouts: number;
    '2xx': number;
    non2xx: number;
  }
  interface Running extends Promise<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
  }
  function autocannon(options: Options): Running;
  export default autocannon;
  export type { LoadRequest };
}
