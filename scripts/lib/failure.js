/** Something the person at the keyboard can act on: shown as its sentence, without a stack. */
export class Failure extends Error {
  name = 'Failure';
}

/** Runs a command to its end; a failure is told in a sentence and becomes the exit code. */
export async function main(command) {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
