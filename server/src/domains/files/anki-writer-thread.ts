import { parentPort, workerData } from 'node:worker_threads';
import { type AnkiCollection, writeCollection } from './anki-writer.ts';

// Writes one collection; started by `anki-export.ts`, because SQLite would block the event loop.
const bytes = writeCollection(workerData as AnkiCollection);
parentPort?.postMessage(bytes, []);
