/** Secrets of the server itself: signing keys, the hash of the admin token. No tenant. */
export interface SecretStore {
  find(name: string): Promise<string | null>;
  put(name: string, value: string): Promise<void>;
  /** Puts `value` in the place of `previous`, or where nothing stands (null). False, and nothing changed, where something else does. */
  exchange(name: string, previous: string | null, value: string): Promise<boolean>;
}
