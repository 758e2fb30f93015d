import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { constants, setPriority } from 'node:os';
import { makePhoto } from './photo.ts';
import { sendForStatus } from './status-request.ts';
import type { UploaderCommand, UploaderOptions, UploadResult } from './uploader.ts';

// The process that uploads, forked by `uploader.ts`. It has a low priority, since real clients run on other machines.

const { url, token, uploads } = JSON.parse(process.argv[2] ?? '') as UploaderOptions;
const boundary = 'uploads-in-parallel';
/** A few for each of the server's processes. */
const warmUps = 8;

setPriority(constants.priority.PRIORITY_LOW);
const photo = await makePhoto();
// Idempotency keys must differ from those of earlier runs.
const series = randomUUID();
let made = 0;
let bodies: Buffer[] = [];
// Different bytes each time: equal pictures are stored once.
const nextBody = () => {
  made += 1;
  return formOf(withComment(photo, `upload ${made}`));
};
const upload = (body: Buffer, n: number, agent: Agent) =>
  sendForStatus(
    `${url}/api/v1/r/post`,
    {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': `${series}-${made}-${n}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.byteLength),
      },
    },
    body,
  );
const tasks: Record<UploaderCommand, () => Promise<unknown>> = {
  async warmUp() {
    for (let n = 0; n < warmUps; n += 1) await upload(nextBody(), n, new Agent());
    return 'ready';
  },
  async prepare() {
    bodies = Array.from({ length: uploads }, nextBody);
    return 'ready';
  },
  async run() {
    const startedAt = performance.now();
    const agent = new Agent({ maxSockets: uploads });
    const statuses = await Promise.all(bodies.map((body, n) => upload(body, n, agent)));
    return { statuses, slowestMs: performance.now() - startedAt } satisfies UploadResult;
  },
};
process.on(
  'message',
  (command: UploaderCommand) => void tasks[command]().then((message) => process.send?.(message)),
);
process.send?.('ready');

function withComment(jpeg: Buffer, message: string): Buffer {
  const text = Buffer.from(message);
  const head = Buffer.from([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

function formOf(photo: Buffer): Buffer {
  const fields = {
    title: 'One of many',
    statusText: 'A photo among others.',
    photoBase64: `data:image/jpeg;base64,${photo.toString('base64')}`,
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}
