/**
 * Backups that only the owner can read: age (https://age-encryption.org/v1), for which everybody has a tool. Who writes them has the public
 * keys alone. age keeps what is in a file from others and tells when it was changed; it does not say who made it.
 */
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { messageOf } from "#core/errors.ts";
import { BackupError } from "./backup-format.ts";

/** How every file of age begins. */
const AGE_BEGINNING = "age-encryption.org/v1\n";
const ARMOR_BEGINNING = "-----BEGIN AGE ENCRYPTED FILE-----";
/** What a key of another program may begin with that age can use as well, and this cannot. */
const FOREIGN_KEY = /^(ssh-|sk-ssh-|-----BEGIN )/;

/** To whom backups are encrypted: lines of `age1…`, as `age-keygen -y` prints them. Never empty. */
export type Recipients = readonly [string, ...string[]];
/** What opens them: lines of `AGE-SECRET-KEY-1…`, as `age-keygen` writes them. Never empty. */
export type Identities = readonly [string, ...string[]];

/** Throws a BackupError, which never shows a line, for a file that has anything but public keys and comments. */
export async function recipientsIn(text: string, file: string): Promise<Recipients> {
  const lines = linesIn(text);
  for (const [number, line] of lines) {
    if (/^AGE-SECRET-KEY-/i.test(line)) {
      throw new BackupError(
        `${file}, line ${number}, is a secret key: whoever writes backups needs the public one alone. ` +
          `"age-keygen -y ${file}" prints it; keep the secret one where the server is not`,
      );
    }
    await refused(file, number, line, "a public key of age (age1…)", () => new Encrypter().addRecipient(line));
  }
  return someOf(
    lines,
    `${file} has no public key: write a line into it that begins with age1, as "age-keygen -y" prints it`,
  );
}

/** Throws a BackupError, which never shows a line, for a file that has anything but secret keys and comments. */
export async function identitiesIn(text: string, file: string): Promise<Identities> {
  const lines = linesIn(text);
  for (const [number, line] of lines) {
    if (/^age1/.test(line)) {
      throw new BackupError(
        `${file}, line ${number}, is a public key: name the file with the secret one (AGE-SECRET-KEY-1…)`,
      );
    }
    await refused(file, number, line, "a secret key of age (AGE-SECRET-KEY-1…)", () => identityToRecipient(line));
  }
  return someOf(lines, `${file} has no secret key: name the file that "age-keygen" wrote`);
}

export function isEncrypted(beginning: Uint8Array): boolean {
  return Buffer.from(beginning).toString("latin1", 0, AGE_BEGINNING.length) === AGE_BEGINNING;
}

/** As `age --armor` writes it: text, which this program neither writes nor reads. */
export function isArmored(beginning: Uint8Array): boolean {
  return Buffer.from(beginning).toString("latin1", 0, ARMOR_BEGINNING.length) === ARMOR_BEGINNING;
}

/** Holds a piece of 64 KiB of it in memory. */
export async function* encrypted(
  pieces: AsyncIterable<Uint8Array>,
  recipients: Recipients,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* piecesOf(await encrypter.encrypt(streamOf(pieces)));
}

/** As `encrypted`. Throws a BackupError, in words about `file`, for a wrong key and for a file that is damaged or cut short. */
export async function* decrypted(
  pieces: AsyncIterable<Uint8Array>,
  identities: Identities,
  file: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    yield* piecesOf(await decrypter.decrypt(streamOf(pieces)));
  } catch (cause) {
    if (cause instanceof BackupError) throw cause;
    if (/no identity matched/.test(messageOf(cause))) {
      throw new BackupError(`the key does not open ${file}: it was encrypted to another one`, cause);
    }
    throw new BackupError(
      `${file} is damaged or was cut short (${messageOf(cause)}): copy it again from where it is kept, or take another backup`,
      cause,
    );
  }
}

function linesIn(text: string): readonly (readonly [number, string])[] {
  return text
    .split("\n")
    .map((line, index) => [index + 1, line.trim()] as const)
    .filter(([, line]) => line !== "" && !line.startsWith("#"));
}

function someOf(lines: readonly (readonly [number, string])[], none: string): readonly [string, ...string[]] {
  const [first, ...others] = lines.map(([, line]) => line);
  if (first === undefined) throw new BackupError(none);
  return [first, ...others];
}

async function refused(file: string, number: number, line: string, wanted: string, use: () => unknown): Promise<void> {
  try {
    await use();
  } catch (cause) {
    const also = FOREIGN_KEY.test(line) ? "; keys of ssh cannot be used here" : "";
    throw new BackupError(`${file}, line ${number}, is not ${wanted}${also}: "age-keygen" makes one`, cause);
  }
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (failure) {
        controller.error(failure);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
